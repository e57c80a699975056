/** One of the five guided workflows for agents, also listed in Settings. */
export interface Workflow {
  readonly name: 'link' | 'screenshot' | 'template' | 'contact' | 'suggestion';
  readonly title: string;
  readonly description: string;
  /** Optional input from the user. */
  readonly argument: { readonly name: string; readonly description: string };
  readonly steps: readonly string[];
}

export const WORKFLOWS: readonly Workflow[] = [
  {
    name: 'link',
    title: "Record a day's links",
    description: 'Turn the links of videos that went live into deals, videos and view checks.',
    argument: { name: 'links', description: 'The links, with names and promo codes, as pasted.' },
    steps: [
      'Ask for the date the videos were posted, unless it is clear.',
      'Send the text unchanged to deals_bulk_add_view_checks (`postDate`, `linksText`; a blank line starts the next group). Do not create deals one by one.',
      'For each group in `needsPromoCode`, ask the user for the promo code and the deal details, then repeat the call with `nextAction.retryParams`.',
      'Report which deals and videos were created, and which checks are due (deals_due_views).',
    ],
  },
  {
    name: 'screenshot',
    title: 'Prove a view count',
    description: 'Capture or upload a screenshot of a video, and record the view log once it is proven.',
    argument: { name: 'video', description: 'The video, by its URL or its deal.' },
    steps: [
      'Find the deal and the video (context_search, deals_due_views).',
      'Capture the page with screenshots_capture, with `createShortLink` true if the user wants to share the screenshot; if that returns a job, poll screenshots_get_capture until it is done.',
      'If the page cannot be captured, ask the user to add a screenshot to the deal in the product, and find it with context_search.',
      'Look for the sponsor in the video itself, and note the second. Call viewcheck_evidence (`action` proof_run_harness, `workflow` view_check) to check whether everything is proven; with only a date and a code, start with its `action` plan_video_search and follow each `nextAction`.',
      'Once its gate is ready_for_write_request, record the count with deals_add_view_log, including `screenshotId` and `observedPromoAtSeconds`. Otherwise record nothing, and tell the user what is missing.',
      'Give the user the URL of the video and, if the screenshot has a short link, the `shareUrl` that deals_add_view_log returned in `screenshot`.',
    ],
  },
  {
    name: 'template',
    title: 'Write from a template',
    description: 'Fill in the newest message or story template for a deal.',
    argument: { name: 'deal', description: 'The deal the message is about.' },
    steps: [
      'Read the deal (deals_get) and the template (templates_message_latest; for stories with `tag` "story").',
      'Fill in only what the deal contains, and ask for anything missing.',
      'Show the text. The user sends it.',
    ],
  },
  {
    name: 'contact',
    title: 'Save a contact',
    description: "Find a contact or influencer, or add one with the user's approval.",
    argument: { name: 'person', description: 'Who it is, and what to save.' },
    steps: [
      'Look for the person first (context_search).',
      'Say what would be added or changed. Then call approvals_request with the `operation` contacts.create and its `input` (`name`, `email`, `phone`, `company`, `handles` as platform and handle, `tags`, `notes`), or contacts.update with `contactId` and the fields that change.',
      'Show the user `approvalUrl`. Once they have approved, call approvals_execute.',
    ],
  },
  {
    name: 'suggestion',
    title: 'Suggest the next steps',
    description: 'Look for due and stalled work, and leave suggestions for the user.',
    argument: { name: 'focus', description: 'What to look at; everything by default.' },
    steps: [
      'Read deals_due_views, deals_list (`status` active) and tasks_list.',
      'Read the open suggestions (suggestions_list with `status` open), and do not repeat them.',
      'Leave one suggestion for each thing that needs the user (suggestions_create), with a proposed change where an operation can make it.',
    ],
  },
];
