import type { TeamRole, UserPrincipal } from '@svc/chassis/calls/principal';
import { updateMask } from '@svc/chassis/schemas/changes';
import { testUser } from '@svc/chassis/testing/test-service';
import type { CreateDealRequest, Deal, ListDealsRequest, UpdateDealRequest } from '@svc/proto/deal/v1/deal_service';
import type { Reading } from '@svc/proto/deal/v1/reading_service';
import type { AddVideoRequest, Video } from '@svc/proto/deal/v1/video_service';
import { v7 as newId } from 'uuid';
import type { DealTestService } from './deal-service.js';

/** Creates a new user with a role in each of the teams. */
export function userIn(teams: Readonly<Record<string, TeamRole>>): UserPrincipal {
  return testUser({ teams: Object.entries(teams).map(([id, role]) => ({ id, role })) });
}

let videoCount = 0;

/** Returns the address of a video that no other test in the file uses. */
export function newVideoUrl(): string {
  videoCount += 1;
  return `https://www.youtube.com/watch?v=${String(videoCount).padStart(11, 'v')}`;
}

/** A request for a deal with these fields and arbitrary others. */
export function dealRequest(fields: Partial<CreateDealRequest> = {}): CreateDealRequest {
  return { name: 'Spring launch', tags: [], viewCheckDays: [], ...fields };
}

/** A change of these fields; null clears. */
export function changeRequest(dealId: string, fields: Partial<UpdateDealRequest>): UpdateDealRequest {
  const { expectedVersion = null, ...changes } = fields;
  return { dealId, updateMask: updateMask(changes), tags: [], viewCheckDays: [], expectedVersion, ...changes };
}

/** A request for the first deals of a list. */
export function listRequest(fields: Partial<ListDealsRequest> = {}): ListDealsRequest {
  return { pageSize: 50, skip: 0, scope: 'mine', ...fields };
}

export async function createDeal(
  service: DealTestService,
  user: UserPrincipal,
  fields: Partial<CreateDealRequest> = {},
): Promise<Deal> {
  const { deal } = await service.as(user).deals.createDeal(dealRequest(fields));
  if (!deal) throw new Error('The answer has no deal.');
  return deal;
}

export async function getDeal(service: DealTestService, user: UserPrincipal, dealId: string): Promise<Deal> {
  const { deal } = await service.as(user).deals.getDeal({ dealId });
  if (!deal) throw new Error('The answer has no deal.');
  return deal;
}

export async function addVideo(
  service: DealTestService,
  user: UserPrincipal,
  dealId: string,
  fields: Partial<AddVideoRequest> = {},
): Promise<Video> {
  const request = { dealId, url: newVideoUrl(), postDate: '2026-03-01', ...fields };
  const { video } = await service.as(user).videos.addVideo(request);
  if (!video) throw new Error('The answer has no video.');
  return video;
}

/** Delivers newest view logs as viewcheck does. */
export async function record(service: DealTestService, ...viewLogs: Reading[]): Promise<void> {
  await service.as({ kind: 'service', service: 'viewcheck' }).newestViewLogs.recordReadings({ readings: viewLogs });
}

/** Creates a deal with a video, and one user for each way of seeing it or not. */
export async function createSharedDeal(service: DealTestService, fields: Partial<CreateDealRequest> = {}) {
  const teamId = newId();
  const owner = testUser();
  const deal = await createDeal(service, owner, fields);
  const video = await addVideo(service, owner, deal.id);
  await service.share(deal.id, teamId);
  return {
    deal,
    video,
    teamId,
    owner,
    teamOwner: userIn({ [teamId]: 'owner' }),
    teamAdmin: userIn({ [teamId]: 'admin' }),
    member: userIn({ [teamId]: 'member' }),
    stranger: userIn({ [newId()]: 'owner' }),
  };
}
