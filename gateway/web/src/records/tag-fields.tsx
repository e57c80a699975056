import type { ComponentType } from 'react';
import { useOperation } from '../api/queries.js';
import type { Field } from '../ui/fields/fields-of.js';
import { TagsField, type TagsFieldProps } from '../ui/fields/tags-field.js';
import { listOf } from '../ui/parsing/form-text.js';

type TagsProps = Omit<TagsFieldProps, 'suggestions'>;

/** Records searched for tags in use. */
const READ = { limit: 50 } as const;

export function DealTags(props: TagsProps) {
  return <TagsOf {...props} records={useOperation('deals.list', READ).data?.items} />;
}

export function ContactTags(props: TagsProps) {
  return <TagsOf {...props} records={useOperation('contacts.list', READ).data?.items} />;
}

export function LinkTags(props: TagsProps) {
  return <TagsOf {...props} records={useOperation('short_links.list', READ).data?.items} />;
}

export function MessageTags(props: TagsProps) {
  return <TagsOf {...props} records={useOperation('templates.message.list', READ).data?.items} />;
}

interface TagsOfProps extends TagsProps {
  readonly records: readonly { readonly tags: readonly string[] }[] | undefined;
}

function TagsOf({ records = [], ...props }: TagsOfProps) {
  return <TagsField {...props} suggestions={[...new Set(records.flatMap(({ tags }) => tags))].sort()} />;
}

/** The tags of a record, with suggestions from others of its kind. */
export function tags(label: string, Control: ComponentType<TagsProps>, hint?: string): Field<string[]> {
  return {
    label,
    blank: [],
    read: readTags,
    control: ({ name, value, error, isDisabled }) => (
      <Control label={label} name={name} value={value} error={error} hint={hint} isDisabled={isDisabled} />
    ),
  };
}

/** The input comes before its tags, and its remaining text is the last tag. */
function readTags(form: FormData, name: string, kept: string[]): string[] {
  if (!form.has(name)) return kept;
  const [typed, ...taken] = form.getAll(name).map((text) => (typeof text === 'string' ? text : ''));
  return [...new Set([...taken, ...listOf(typed ?? '')])];
}
