import type { Context } from '../context.js';
import { readinessCatalog } from '../request/command-templates.js';
import { PRIMITIVES_CONTRACT } from '../request/primitives-contract.js';
import { readRequest } from '../request/read-request.js';
import { requestReadiness } from '../request/readiness.js';
import { searchTargets } from '../request/search-targets.js';
import type { ActionInput } from '../schemas/tool-input.js';
import type { Answer } from '../schemas/tool-output.js';

/** A candidate row without content; empty texts count as absent. */
const RANKING_INPUT_TEMPLATE = {
  url: '',
  title: '',
  caption: '',
  firstComment: { text: '', byAuthor: null, pinned: null },
  transcriptCues: [],
  viewCountText: '',
  publishedText: '',
  accountHandle: '',
  foundVia: '',
};

/** Determines whether enough is known to look for the video, what to ask otherwise, and where to look. */
export function planVideoSearch(input: ActionInput, context: Context): Answer<'plan_video_search'> {
  const { urls = [], dueViews = [], platforms = [] } = input;
  const request = readRequest(input, urls.length + dueViews.length > 0, context);
  return {
    requestReadiness: requestReadiness(request, dueViews),
    browserSearchTargets: searchTargets(request, { urls, dueViews, platforms }, context),
    rankingInputTemplate: RANKING_INPUT_TEMPLATE,
    readinessCatalog: readinessCatalog(request),
    primitivesContract: PRIMITIVES_CONTRACT,
    verificationRows: [],
    verificationLinks: [],
  };
}
