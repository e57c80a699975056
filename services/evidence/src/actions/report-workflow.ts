import type { Context } from '../context.js';
import { verifyRows } from '../gate/verify-rows.js';
import { proposedCalls } from '../report/proposed-calls.js';
import { reportMarkdown } from '../report/report-markdown.js';
import { readRequest } from '../request/read-request.js';
import type { ActionInput } from '../schemas/tool-input.js';
import type { Answer } from '../schemas/tool-output.js';

const TITLE = 'View check evidence';

/** Reports what is proven and what is missing, and the calls that would record it. Makes none of these calls. */
export function reportWorkflow(input: ActionInput, context: Context): Answer<'workflow_report'> {
  const request = readRequest(input, false, context);
  const { answer, prior } = verifyRows(input, request, context);
  return {
    ...answer,
    report: {
      title: TITLE,
      markdown: reportMarkdown(TITLE, request, answer, context),
      counts: answer.summary,
    },
    nextActions: proposedCalls(answer, request, prior, context),
  };
}
