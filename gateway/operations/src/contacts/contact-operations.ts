import { bulkChangeContacts, bulkChangeInfluencers } from './bulk-change-contacts.js';
import { createContact, createInfluencer } from './create-contact.js';
import { deleteContact, deleteInfluencer } from './delete-contact.js';
import { exportContacts, exportInfluencers } from './export-contacts.js';
import { getContact, getInfluencer } from './get-contact.js';
import { importContacts, importInfluencers } from './import-contacts.js';
import { listContacts, listInfluencers } from './list-contacts.js';
import { updateContact, updateInfluencer } from './update-contact.js';

export const contactOperations = [
  bulkChangeContacts,
  bulkChangeInfluencers,
  createContact,
  createInfluencer,
  deleteContact,
  deleteInfluencer,
  exportContacts,
  exportInfluencers,
  getContact,
  getInfluencer,
  importContacts,
  importInfluencers,
  listContacts,
  listInfluencers,
  updateContact,
  updateInfluencer,
] as const;
