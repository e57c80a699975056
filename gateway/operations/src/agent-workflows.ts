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
    argument: { name: 'links', description: 'The links, with names and promo codes as they were pasted.' },
    steps: [
      'Ask for the date on which the videos were posted, unless it is clear.',
      'Send the text as it is to deals_bulk_add_view_checks (`postDate`, `linksText`; a blank line begins the next group). Do not make deals one by one.',
      'For each group in `needsPromoCode` ask the user for the promo code and what is known of the deal, then repeat it with `nextAction.retryParams`.',
      'Say which deals and videos were made, and which checks are due (deals_due_views).',
    ],
  },
  {
    name: 'screenshot',
    title: 'Prove a view count',
    description: 'Capture or upload a screenshot of a video, and record the view log once it is proven.',
    argument: { name: 'video', description: 'The video, by its address or by the deal.' },
    steps: [
      'Find the deal and the video (context_search, deals_due_views).',
      'Capture the page with screenshots_capture; where that answers a job, ask screenshots_get_capture until it is done.',
      'When the page gives no picture, ask the user to add one of their own to the deal in the product, and find it with context_search.',
      'Look for the sponsor in the video itself, and note the second. Ask viewcheck_evidence (`action` proof_run_harness, `workflow` view_check) whether all is proven; from a date and a code alone begin with its `action` plan_video_search and do each `nextAction`.',
      'Once its gate is ready_for_write_request, record the count with deals_add_view_log, the `screenshotId` and `observedPromoAtSeconds`. Else record nothing, and tell the user what is missing.',
      'Give the user the short link of the screenshot beside the address of the video.',
    ],
  },
  {
    name: 'template',
    title: 'Write from a template',
    description: 'Fill the newest message or story template for a deal.',
    argument: { name: 'deal', description: 'The deal that the message is about.' },
    steps: [
      'Read the deal (deals_get) and the template (templates_message_latest; with `tag` "story" that for stories).',
      'Fill in only what the deal says; ask for what is missing.',
      'Show the text. Sending it is for the user.',
    ],
  },
  {
    name: 'contact',
    title: 'Keep a contact',
    description: 'Find a contact or influencer, or add one with the approval of the user.',
    argument: { name: 'person', description: 'Who it is, and what is to be kept.' },
    steps: [
      'Look for the person first (context_search).',
      'Say what would be added or changed. Then call approvals_request with the `operation` contacts.create and its `input` (`name`, `email`, `phone`, `company`, `handles` as platform and handle, `tags`, `notes`), or contacts.update with `contactId` and the fields that change.',
      'Show the user `approvalUrl`. Once they have approved, call approvals_execute.',
    ],
  },
  {
    name: 'suggestion',
    title: 'Suggest the next steps',
    description: 'Look at what is due or has come to a halt, and leave suggestions for the user.',
    argument: { name: 'focus', description: 'What to look at; everything when left out.' },
    steps: [
      'Read deals_due_views, deals_list (`status` active) and tasks_list.',
      'Read what is open already (suggestions_list with `status` open), and repeat none of it.',
      'For each thing that needs the user leave one suggestion (suggestions_create), with a proposed change where an operation can do it.',
    ],
  },
];
