import { countInbox } from './count-inbox.js';

export const inboxOperations = [countInbox] as const;
