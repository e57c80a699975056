/** The offline model's scripted tasks: tool calls in sequence, and the final text. */
import { z } from 'zod';

/** A tool call whose arguments are derived from the question and the results of earlier tools. */
interface JobStep {
  /** Name of the tool, as offered. */
  readonly tool: string;
  /** Returns the arguments; undefined when the tool cannot be called. */
  readonly arguments: (question: string, results: readonly unknown[]) => object | undefined;
}

export interface Job {
  /** Matches the questions that trigger the job. */
  readonly asks: RegExp;
  readonly steps: readonly JobStep[];
  /** The answer when a step cannot be called. */
  readonly nothing: string;
  readonly says: (question: string, results: readonly unknown[]) => string;
}

const Due = z.object({
  items: z.array(
    z.object({
      dealId: z.string().optional(),
      videoId: z.string().optional(),
      dealName: z.string(),
      dueDate: z.string(),
      videoUrl: z.string().optional(),
      lastValue: z.int().nullish(),
    }),
  ),
});
const Deals = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });

const SHOWN_MAX = 10;
const ADD_VIEWS = /\badd ([\d ,.]*\d) views\b/i;
const REMIND = /\bremind me to ([^.!?]+)/i;

const listDue: JobStep = { tool: 'deals_due_views', arguments: () => ({}) };

export const JOBS: readonly Job[] = [
  {
    asks: ADD_VIEWS,
    steps: [
      listDue,
      {
        tool: 'deals_add_view_log',
        arguments(question, [due]) {
          const first = Due.safeParse(due).data?.items[0];
          const value = numberIn(ADD_VIEWS.exec(question)?.[1]);
          return first?.dealId && first.videoId ? { dealId: first.dealId, videoId: first.videoId, value } : undefined;
        },
      },
    ],
    nothing: 'Nothing is due, so I have no video to add views to.',
    says: (question, [due]) =>
      `I added ${inWords(numberIn(ADD_VIEWS.exec(question)?.[1]))} views to a video of ${Due.safeParse(due).data?.items[0]?.dealName ?? 'the deal'}.`,
  },
  {
    asks: /\bdelete (?:that|the|my)\b.*\bdeal\b/i,
    steps: [
      { tool: 'tools_load', arguments: () => ({ family: 'deals' }) },
      { tool: 'deals_list', arguments: () => ({ limit: 1 }) },
      {
        tool: 'deals_delete',
        arguments(_question, [, deals]) {
          const first = Deals.safeParse(deals).data?.items[0];
          return first && { dealId: first.id };
        },
      },
    ],
    nothing: 'You have no deals to delete.',
    says: (_question, [, deals]) => `I deleted the deal ${Deals.safeParse(deals).data?.items[0]?.name ?? ''}.`,
  },
  {
    asks: REMIND,
    steps: [
      {
        tool: 'tasks_create',
        arguments(question) {
          const title = REMIND.exec(question)?.[1]?.trim() ?? '';
          return title === '' ? undefined : { title: title.charAt(0).toUpperCase() + title.slice(1) };
        },
      },
    ],
    nothing: 'What should I remind you of?',
    says: () => 'I added it to your tasks.',
  },
  { asks: /\bdue\b/i, steps: [listDue], nothing: '', says: (_question, [due]) => describeDue(due) },
];

/** The result of the tool that lists due views, as a short list. */
function describeDue(result: unknown): string {
  const parsed = Due.safeParse(result);
  if (!parsed.success) return `The tool answered something that I can't read as a list of due views.`;
  const { items } = parsed.data;
  if (items.length === 0) return 'Nothing is due today.';
  const lines = items.slice(0, SHOWN_MAX).map(({ dealName, dueDate, videoUrl, lastValue }) => {
    const last = lastValue === undefined || lastValue === null ? '' : `, last count ${inWords(lastValue)}`;
    return `- ${dealName}, due ${dueDate}${last}${videoUrl === undefined ? '' : `: ${videoUrl}`}`;
  });
  const more = items.length > SHOWN_MAX ? `\n\nand ${items.length - SHOWN_MAX} more.` : '';
  return `${items.length === 1 ? 'One check is' : `${items.length} checks are`} due:\n\n${lines.join('\n')}${more}`;
}

function numberIn(digits: string | undefined): number {
  return Number((digits ?? '').replaceAll(/\D/g, ''));
}

function inWords(value: number): string {
  return value.toLocaleString('en-US');
}
