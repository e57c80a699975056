import { addVideo } from './add-video.js';
import { deleteVideo } from './delete-video.js';
import { listVideos } from './list-videos.js';
import { updateVideo } from './update-video.js';

export const videoOperations = [addVideo, deleteVideo, listVideos, updateVideo] as const;
