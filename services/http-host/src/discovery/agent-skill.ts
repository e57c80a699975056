import { createHash } from 'node:crypto';
import { type Document, jsonDocument, textDocument } from './document.js';

/** Instructions for agents (agentskills.io). */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** The whole file, including its front matter. */
  readonly text: string;
}

export function skillPath(name: string): string {
  return `/.well-known/agent-skills/${name}/SKILL.md`;
}

const INDEX_PATH = '/.well-known/agent-skills/index.json';

/** Paths of `skillDocuments`. */
export function skillDocumentPaths(name: string): string[] {
  return [skillPath(name), INDEX_PATH];
}

/** Returns the skill, and the index that lists it with the digest of its bytes. */
export function skillDocuments({ name, description, text }: Skill): Document[] {
  const path = skillPath(name);
  const file = textDocument(path, text, 'text/markdown');
  const digest = `sha256:${createHash('sha256').update(file.body).digest('hex')}`;
  const index = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [{ name, type: 'skill-md', description, url: path, digest }],
  };
  return [file, jsonDocument(INDEX_PATH, index)];
}
