import { addVideo } from './add-video.js';
import { bulkChangeVideos } from './bulk-change-videos.js';
import { deleteVideo } from './delete-video.js';
import { listVideos } from './list-videos.js';
import { listVideosOfDeals } from './list-videos-of-deals.js';
import { updateVideo } from './update-video.js';

export const videoOperations = [
  bulkChangeVideos,
  addVideo,
  deleteVideo,
  listVideos,
  listVideosOfDeals,
  updateVideo,
] as const;
