import type { CallContext } from '@svc/chassis/calls/call-context';
import type { Principal } from '@svc/chassis/calls/principal';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { Batch } from '@svc/chassis/outbox/message';
import { Outbox } from '@svc/chassis/outbox/outbox';
import { silentLog } from '@svc/chassis/testing/service-database';
import { startTestService, type TestService } from '@svc/chassis/testing/test-service';
import { BulkImportService } from '@svc/proto/deal/v1/bulk_import_service';
import { ContactService } from '@svc/proto/deal/v1/contact_service';
import { DealService } from '@svc/proto/deal/v1/deal_service';
import { DueCheckService } from '@svc/proto/deal/v1/due_check_service';
import { ReadingService, VideoDirectoryService } from '@svc/proto/deal/v1/reading_service';
import { VideoService } from '@svc/proto/deal/v1/video_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { v7 as newId } from 'uuid';
import { openFileReader } from '../contact-import/file-reader.js';
import { createShareTries } from '../external-shares/share-tries.js';
import { addServices } from '../server.js';
import { createTemplateQuota } from '../templates/template-quota.js';
import { dealReferences } from '../tool-call-references.js';
import { teammatesOf } from './teammates.js';

/** Clients of all services of deal with the same caller. */
export interface DealClients {
  readonly deals: PromiseClient<typeof DealService>;
  readonly videos: PromiseClient<typeof VideoService>;
  readonly bulkImport: PromiseClient<typeof BulkImportService>;
  readonly contacts: PromiseClient<typeof ContactService>;
  readonly directory: PromiseClient<typeof VideoDirectoryService>;
  readonly newestViewLogs: PromiseClient<typeof ReadingService>;
  readonly dueChecks: PromiseClient<typeof DueCheckService>;
  readonly purge: PromiseClient<typeof PurgeService>;
}

/** Deal under test, with an outbox that only records its deliveries. */
export interface DealTestService extends Omit<TestService, 'as'> {
  readonly delivered: Batch[];
  /** Data of the fake identity: active teams of users, by user id. */
  readonly activeTeams: Map<string, string[]>;
  as(
    principal: Principal,
    call?: Partial<Pick<CallContext, 'agent' | 'deadline' | 'idempotencyKey' | 'operation' | 'requestId' | 'tier'>>,
  ): DealClients;
  /** Creates a client of any service of deal. */
  readonly call: TestService['as'];
  /** Shares a deal with a team, directly in the database. */
  share(dealId: string, teamId: string): Promise<void>;
}

/** More than these tests need. */
const QUOTA = { templatesMax: 1_000_000, bytesMax: 1_000_000_000_000, uploadsAnHour: 1_000_000 };

/** As long as a test may take, so that a busy machine does not fail it. */
const FILE_TIMES = { waitMs: 90_000, readMs: 90_000, ceilingMs: 90_000 };

export interface DealServiceOptions {
  /** The template quota of users. */
  readonly templateQuota?: Partial<typeof QUOTA>;
}

export async function startDeal(options: DealServiceOptions = {}): Promise<DealTestService> {
  const activeTeams = new Map<string, string[]>();
  const delivered: Batch[] = [];
  const outboxes: Outbox[] = [];
  const files = openFileReader(silentLog, FILE_TIMES);
  const service = await startTestService({
    name: 'deal',
    methods: METHOD_OPTIONS,
    toolCalls: dealReferences,
    addServices: (server, { pool }, write) => {
      // Messages are sent with the writes; polling would disturb the count of statements.
      const outbox = new Outbox(pool, { deliver: async (batch) => void delivered.push(batch), pollMs: 3_600_000 });
      outbox.start();
      outboxes.push(outbox);
      addServices(server, {
        pool,
        write,
        outbox,
        files,
        teammates: teammatesOf(activeTeams),
        shareTries: createShareTries(undefined, silentLog),
        templateQuota: createTemplateQuota({ ...QUOTA, ...options.templateQuota, redisUrl: undefined, log: silentLog }),
      });
    },
  });
  return {
    ...service,
    activeTeams,
    call: (principal, definition, call) => service.as(principal, definition, call),
    delivered,
    as: (principal, call) => ({
      deals: service.as(principal, DealService, call),
      videos: service.as(principal, VideoService, call),
      bulkImport: service.as(principal, BulkImportService, call),
      contacts: service.as(principal, ContactService, call),
      directory: service.as(principal, VideoDirectoryService, call),
      newestViewLogs: service.as(principal, ReadingService, call),
      dueChecks: service.as(principal, DueCheckService, call),
      purge: service.as(principal, PurgeService, call),
    }),
    async share(dealId, teamId) {
      await service.pool.query(`insert into deal.deal_team_shares (deal_id, team_id, shared_by) values ($1, $2, $3)`, [
        dealId,
        teamId,
        newId(),
      ]);
    },
    async stop() {
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
      await service.stop();
      await files.close();
    },
  };
}
