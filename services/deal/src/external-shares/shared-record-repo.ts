import type { Db } from '@svc/chassis/postgres/pool';
import type { PassVideo, SharedVideo } from '@svc/proto/deal/v1/external_share_service';
import { DEAL_COLUMNS } from '../deals/deal-repo.js';
import type { ExternalEntity } from './external-share.js';

/** Maximum videos on a page. */
const VIDEOS_MAX = 200;

/** A whole record; the caller selects the fields to show. */
export type SharedRecord = Readonly<Record<string, unknown>> & { readonly name: string };

const QUERIES: Readonly<Record<ExternalEntity, string>> = {
  deal: `select ${DEAL_COLUMNS} from deal.deals d where d.id = $1`,
  contact: `select c.* from deal.contacts c where c.id = $1 and c.kind = 'contact'`,
  influencer: `select c.* from deal.contacts c where c.id = $1 and c.kind = 'influencer'`,
};

/** Finds the record of a share; null when it is gone. */
export async function findSharedRecord(db: Db, entity: ExternalEntity, id: string): Promise<SharedRecord | null> {
  return db.find<SharedRecord>(QUERIES[entity], [id]);
}

/** Lists the deliverables of a deal, latest posted first, with ids for the service that stores their view logs. */
export async function listSharedVideos(db: Db, dealId: string): Promise<(SharedVideo & PassVideo)[]> {
  return db.list<SharedVideo & PassVideo>(
    `select v.id as "videoId", v.url, v.platform, v.title, v.post_date as "postDate", v.latest_value as "latestValue",
            v.latest_checked_at as "latestCheckedAt"
       from deal.deal_videos v
      where v.deal_id = $1
      order by v.post_date desc, v.id desc limit $2`,
    [dealId, VIDEOS_MAX],
  );
}
