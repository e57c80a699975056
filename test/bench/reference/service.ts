/** Service of the reference: one method, one prepared statement, nothing else. */
import { type sendUnaryData, Server, ServerCredentials, type ServerUnaryCall, status } from '@grpc/grpc-js';
import { type Deal, DealService, type GetDealRequest, type GetDealResponse } from '@svc/proto/deal/v1/deal_service';
import { Pool } from 'pg';

const SELECT = {
  name: 'get_deal',
  text: `select id, owner_id as "ownerId", name, brand, status, promo_code as "promoCode", promo_link as "promoLink",
                price::float8, currency, views_target::float8 as "viewsTarget", platform, post_date::text as "postDate",
                contact_name as "contactName", contact_id as "contactId", influencer_id as "influencerId", notes, tags,
                view_check_days as "viewCheckDays", video_count as "videoCount", total_views::float8 as "totalViews",
                created_at as "createdAt", updated_at as "updatedAt", version
           from deal.deals
          where id = $1`,
};

const ACCESS = { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };

const connectionString = JSON.parse(process.argv[2] ?? '') as string;
const pool = new Pool({ connectionString, max: 5 });

function getDeal(
  call: ServerUnaryCall<GetDealRequest, GetDealResponse>,
  respond: sendUnaryData<GetDealResponse>,
): void {
  pool.query<Omit<Deal, 'access'>>({ ...SELECT, values: [call.request.dealId] }).then(
    ({ rows: [deal] }) =>
      deal ? respond(null, { deal: { ...deal, access: ACCESS } }) : respond({ code: status.NOT_FOUND }),
    (error: Error) => respond({ code: status.INTERNAL, details: error.message }),
  );
}

const server = new Server();
server.addService({ getDeal: DealService.getDeal }, { getDeal });
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.(port);
});
