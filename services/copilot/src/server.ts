import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { ConversationService, TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotAdministrationService } from '@svc/proto/copilot/v1/copilot_administration_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { LearningService } from '@svc/proto/copilot/v1/learning_service';
import { McpServerService } from '@svc/proto/copilot/v1/mcp_server_service';
import { MemoryDatabaseService, MemoryService } from '@svc/proto/copilot/v1/memory_service';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { SearchService } from '@svc/proto/search/v1/search_service';
import { searchHandlers } from '@svc/records/search/search-handlers';
import { administrationHandlers } from './administration/administration-handlers.js';
import { conversationHandlers } from './conversations/conversation-handlers.js';
import { learningHandlers } from './learning/learning-handlers.js';
import type { McpServers } from './mcp/mcp-servers.js';
import { mcpServerHandlers } from './mcp/servers/mcp-server-handlers.js';
import { memoryDatabaseHandlers } from './memories/memory-database.js';
import { memoryHandlers } from './memories/memory-handlers.js';
import { searchMemories } from './memories/search-memories.js';
import { purgeHandlers } from './purges/purge-handlers.js';
import type { Rotation } from './rotation/rotation.js';
import { settingsHandlers } from './settings/settings-handlers.js';
import type { OwnProviders } from './settings/user-key-handlers.js';
import type { OpenTools } from './turns/calls/call-tools.js';
import { type TurnHandlerParts, turnHandlers } from './turns/turn-handlers.js';

export interface CopilotParts extends TurnHandlerParts {
  /** How to reach users' own providers. */
  readonly own: OwnProviders;
  /** The database of memories and conversations. */
  readonly pool: Pool;
  readonly write: Write;
  /** MCP servers of the installation. */
  readonly mcp: McpServers;
  readonly hasOwnMemoryDatabase: boolean;
  readonly retentionDays: number;
  /** The models of the installation, in rotation. */
  readonly rotation: Rotation;
  /** Tools that act for users; undefined when there are none. */
  readonly tools: OpenTools;
}

/** Every gRPC service of copilot. */
export function addServices(server: GrpcServer, parts: CopilotParts): void {
  const { pool, write, hasOwnMemoryDatabase } = parts;
  server.add(MemoryService, memoryHandlers(pool, write));
  server.add(MemoryDatabaseService, memoryDatabaseHandlers(pool, { hasOwnDatabase: hasOwnMemoryDatabase }));
  server.add(CopilotSettingsService, settingsHandlers(parts));
  server.add(ConversationService, conversationHandlers(parts));
  server.add(CopilotAdministrationService, administrationHandlers({ ...parts, box: parts.own.box }));
  server.add(McpServerService, mcpServerHandlers(parts));
  server.add(LearningService, learningHandlers(parts));
  server.add(TurnService, turnHandlers(parts));
  server.add(SearchService, searchHandlers({ memory: searchMemories(pool) }));
  server.add(PurgeService, purgeHandlers(pool));
}
