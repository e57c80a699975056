import { Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const getCopilotRotation = defineOperation({
  name: 'admin.copilot.get_rotation',
  summary: 'Get the state of the free models: calls, failovers and cooldowns',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/copilot/rotation' },
  input: z.strictObject({}),
  output: z.object({
    models: z
      .array(
        z.object({
          id: z.string(),
          lane: z.string(),
          status: z
            .enum(['available', 'cooling', 'probing', 'disabled'])
            .nullable()
            .describe('Null for a model no longer in the pool.'),
          calls: z.int(),
          successes: z.int(),
          failures: z.int(),
          failoversFrom: z.int(),
          averageFirstPartMs: z.int().nullable(),
          lastFailureClass: z.string().nullable(),
        }),
      )
      .describe('Statistics of the last 24 hours.'),
    cooldowns: z.array(
      z.object({
        scope: z.enum(['model', 'lane', 'tools']).describe('`tools`: a model while it is offered tools.'),
        id: z.string(),
        class: z.string(),
        until: Timestamp,
        strike: z.int().describe('Consecutive faults that led to it.'),
      }),
    ),
    userCooldowns: z.int().describe("Number of users' own providers that are cooling down."),
    recentFailovers: z
      .array(z.object({ at: Timestamp, from: z.string(), to: z.string(), class: z.string() }))
      .describe('The newest 100 of the last 24 hours.'),
    store: z.enum(['redis', 'memory']).describe('`memory`: each process knows only its own faults.'),
  }),
  run: async (_input, { clients }) => {
    const { models, ...rotation } = await clients.copilotAdministration.getRotation({});
    return {
      ...rotation,
      models: models.map(({ status = null, averageFirstPartMs = null, lastFailureClass = null, ...model }) => ({
        ...model,
        status,
        averageFirstPartMs,
        lastFailureClass,
      })),
    };
  },
});
