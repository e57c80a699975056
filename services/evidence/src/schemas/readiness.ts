import { z } from 'zod';
import { WRITE_REQUIREMENTS } from './vocabulary.js';

const Text = z.string().nullable();
const ANCHORS = ['promoCode', 'query', 'account'] as const;

const CommandTemplate = z.object({
  id: z.string(),
  argv: z.array(z.string()).describe('The safe form: one argument per item.'),
  command: z.string().describe('The same for a shell.'),
});

export const RequestReadiness = z
  .object({
    format: z.literal('viewcheck-grillme-request-readiness-v1'),
    ready: z.boolean(),
    status: z.enum(['ready', 'blocked']),
    missingFields: z.array(
      z.object({
        field: z.string(),
        reason: z.string(),
        suggestedValues: z.array(z.string()).optional(),
        anyOf: z.array(z.enum(ANCHORS)).optional(),
      }),
    ),
    satisfiedAnchors: z.array(z.enum(ANCHORS)),
    operatorQuestion: Text,
    readyCommandTemplates: z.array(CommandTemplate),
    noWriteBoundary: z.object({
      liveWrites: z.literal(false),
      persistentViewLogWrites: z.literal(false),
      allowed: z.array(z.string()),
      forbidden: z.array(z.string()),
      writeRequirements: z.array(z.enum(WRITE_REQUIREMENTS)),
      writeOperations: z.object({ import: z.string(), view_check: z.string() }),
    }),
  })
  .meta({ id: 'EvidenceRequestReadiness' });

export const SearchTarget = z
  .object({
    id: z.string(),
    kind: z.enum(['explicit_url', 'due_view_url', 'account_page', 'platform_search', 'web_search']),
    platform: Text,
    url: Text,
    handle: Text,
    query: Text,
    needs: Text,
    reason: z.string(),
    opensAutomatically: z.literal(false),
  })
  .meta({ id: 'EvidenceSearchTarget' });

export const ReadinessCatalog = z
  .object({
    nativeAutomationFormat: z.literal('svc-native-automation-catalog-v1'),
    commands: z.array(
      CommandTemplate.extend({
        opensPages: z.boolean(),
        needsToken: z.boolean(),
        mayCreate: z.array(z.string()),
        liveWrites: z.literal(false),
      }),
    ),
  })
  .meta({ id: 'EvidenceReadinessCatalog' });

const Primitive = z.object({
  operation: z.string(),
  tier: z.int(),
  method: z.string(),
  path: z.string(),
  writes: z.boolean(),
  requiredFields: z.array(z.string()),
});

export const PrimitivesContract = z
  .object({
    contextSearch: Primitive,
    dueViews: Primitive,
    viewLogs: Primitive,
    urlShortLink: Primitive,
    imageUploadShortLink: Primitive,
    screenshotCapture: Primitive,
    verificationLinks: z.array(z.object({ primitive: z.string(), operation: z.string(), linkField: z.string() })),
  })
  .meta({ id: 'EvidencePrimitives' });

export type Anchor = (typeof ANCHORS)[number];
export type RequestReadiness = z.output<typeof RequestReadiness>;
export type MissingField = RequestReadiness['missingFields'][number];
export type CommandTemplate = z.output<typeof CommandTemplate>;
export type SearchTarget = z.output<typeof SearchTarget>;
export type ReadinessCatalog = z.output<typeof ReadinessCatalog>;
export type PrimitivesContract = z.output<typeof PrimitivesContract>;
