import { createDealTemplate } from './create-deal-template.js';
import { createMessageTemplate } from './create-message-template.js';
import { deleteDealTemplate } from './delete-deal-template.js';
import { deleteMessageTemplate } from './delete-message-template.js';
import { getDealTemplate } from './get-deal-template.js';
import { getLatestDealTemplate } from './get-latest-deal-template.js';
import { getLatestMessageTemplate } from './get-latest-message-template.js';
import { getLatestStoryTemplate } from './get-latest-story-template.js';
import { getMessageTemplate } from './get-message-template.js';
import { listDealTemplates } from './list-deal-templates.js';
import { listMessageTemplates } from './list-message-templates.js';
import { updateDealTemplate } from './update-deal-template.js';
import { updateMessageTemplate } from './update-message-template.js';

export const templateOperations = [
  createDealTemplate,
  createMessageTemplate,
  deleteDealTemplate,
  deleteMessageTemplate,
  getDealTemplate,
  getLatestDealTemplate,
  getLatestMessageTemplate,
  getLatestStoryTemplate,
  getMessageTemplate,
  listDealTemplates,
  listMessageTemplates,
  updateDealTemplate,
  updateMessageTemplate,
] as const;
