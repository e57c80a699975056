import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { DAY_MS } from '@svc/chassis/time/durations';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { isTooWide } from '../system/chromium.ts';
import { createTeam, openApp } from './app.ts';
import { findViolations } from './axe.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

async function createTask(user: Session, fields: object): Promise<string> {
  const { status, body } = await user.post<{ id: string }>('/api/tasks', fields);
  if (status !== 201) throw new Error(`Creating a task answers ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

async function tasksOf(user: Session): Promise<readonly Record<string, unknown>[]> {
  return (await user.get<{ items: Record<string, unknown>[] }>('/api/tasks?scope=mine-and-shared')).body.items;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('tasks are grouped by due day, and sorted by date and priority', async () => {
  const user = await stack.signUp();
  await createTask(user, { title: 'Long ago', dueDate: dayFromNow(-9) });
  await createTask(user, { title: 'Lately', dueDate: dayFromNow(-2) });
  await createTask(user, { title: 'Today', dueDate: dayFromNow(0) });
  await createTask(user, { title: 'Today, important', dueDate: dayFromNow(0), priority: 'high' });
  await createTask(user, { title: 'Next week', dueDate: dayFromNow(7), status: 'in_progress' });
  await createTask(user, { title: 'Some day' });
  await createTask(user, { title: 'Old', status: 'done' });
  await createTask(user, { title: 'Dropped', status: 'cancelled' });
  const visit = await openApp(stack, browser, user, { path: '/tasks' });
  const { page } = visit;
  const titlesIn = (name: string) => section(page, name).locator('[data-title]').allInnerTexts();

  await section(page, 'No date').waitFor();
  expect(await titlesIn('Overdue')).toEqual(['Long ago', 'Lately']);
  expect(await titlesIn('Today')).toEqual(['Today, important', 'Today']);
  expect(await titlesIn('Later')).toEqual(['Next week']);
  expect(await titlesIn('No date')).toEqual(['Some day']);
  expect(await section(page, 'Done').count()).toBe(0);

  await page.getByRole('button', { name: 'Show done' }).click();
  await section(page, 'Done').waitFor();
  expect(await titlesIn('Done')).toEqual(['Dropped', 'Old']);
  await page.getByRole('searchbox').fill('important');
  await section(page, 'Overdue').waitFor({ state: 'detached' });
  await page.reload();
  await section(page, 'Today').waitFor();
  expect(await titlesIn('Today')).toEqual(['Today, important']);
  expect(visit.complaints).toEqual([]);
});

test('a task is created, reprioritized, completed and restored with the keyboard alone', async () => {
  const user = await stack.signUp();
  await createTask(user, { title: 'First', dueDate: dayFromNow(1) });
  const { page } = await openApp(stack, browser, user, { path: '/tasks', isUnhurried: true });
  await section(page, 'Later').waitFor();

  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New task' }).waitFor();
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  await section(page, 'No date').waitFor();
  await page.locator('h1').click();

  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await eventually(async () =>
    expect(await tasksOf(user)).toContainEqual(expect.objectContaining({ title: 'First', priority: 'low' })),
  );
  await page.keyboard.press('d');
  await section(page, 'Later').waitFor({ state: 'detached' });
  expect(await tasksOf(user)).toContainEqual(expect.objectContaining({ title: 'First', status: 'done' }));
  // The next task has the focus.
  await page.keyboard.press('d');
  await page.getByText('No open tasks yet.').waitFor();

  await page.getByRole('button', { name: 'Undo' }).last().click();
  await eventually(async () => expect((await tasksOf(user)).filter(({ status }) => status === 'todo').length).toBe(1));
});

test('a teammate can work on an assigned task and change only its status', async () => {
  const [owner, mate] = await Promise.all([stack.signUp(), stack.signUp()]);
  await mate.patch('/api/auth/me', { name: 'Robin' });
  await createTeam(owner, mate);
  await createTask(owner, { title: 'Send the report', description: 'With all of <i>May</i>.' });
  const { page } = await openApp(stack, browser, owner, { path: '/tasks' });
  await section(page, 'No date').waitFor();

  await page.keyboard.press('j');
  await page.keyboard.press('a');
  const choice = page.getByLabel('Assigned to');
  await choice.waitFor();
  await eventually(async () => expect(await choice.evaluate((field) => field.matches(':focus'))).toBe(true));
  await choice.selectOption('Robin');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('for Robin').waitFor();

  const other = await openApp(stack, browser, mate, { path: '/tasks' });
  await other.page.getByText('for you · from A Person').waitFor();
  await other.page.getByRole('button', { name: 'Send the report', exact: true }).click();
  const dialog = other.page.getByRole('dialog', { name: 'Send the report' });
  await dialog.getByText('With all of <i>May</i>.').waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await other.page.keyboard.press('Escape');
  await other.page.getByRole('button', { name: 'Status of Send the report: To do' }).click();
  await other.page.getByRole('menuitem', { name: 'In progress' }).click();

  await eventually(async () => expect(await tasksOf(owner)).toMatchObject([{ status: 'in_progress' }]));
  await page.reload();
  await page.getByRole('button', { name: 'Status of Send the report: In progress' }).waitFor();
});

test('a task is edited and deleted in its dialog, which has its own URL', async () => {
  const user = await stack.signUp();
  const id = await createTask(user, { title: 'Call Ann' });
  const visit = await openApp(stack, browser, user, { path: `/tasks?task=${id}` });
  const { page } = visit;

  await page.getByLabel('Due').fill(dayFromNow(3));
  await page.getByLabel('Priority').selectOption('High');
  // On a slow connection the task is deleted before it has been refetched.
  await page.route(`**/api/tasks/${id}`, (route) =>
    route.request().method() === 'GET' ? undefined : route.continue(),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await section(page, 'Later').getByText('High').waitFor();
  expect(await tasksOf(user)).toMatchObject([{ dueDate: dayFromNow(3), priority: 'high' }]);

  await page.getByRole('button', { name: 'Call Ann', exact: true }).click();
  await page.clock.install();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No open tasks yet.').waitFor();
  expect(await tasksOf(user)).toHaveLength(1);
  // On a busy machine the time for undo may start only now.
  await eventually(async () => {
    await page.clock.fastForward(8_000);
    expect(await tasksOf(user)).toEqual([]);
  });
  expect(new URL(page.url()).search).toBe('');
  expect(visit.complaints).toEqual([]);
});

test('concurrent edits of a task are merged, and conflicting fields offer a choice', async () => {
  const user = await stack.signUp();
  const id = await createTask(user, { title: 'Call Ann', description: 'about May' });
  const [{ page: one }, { page: other }] = await Promise.all([
    openApp(stack, browser, user, { path: `/tasks?task=${id}` }),
    openApp(stack, browser, user, { path: `/tasks?task=${id}` }),
  ]);
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
  await one.getByLabel('Title').fill('Call Ben');
  await one.getByLabel('Priority').selectOption('High');
  await other.getByLabel('Title').fill('Call Cleo');
  await other.getByLabel('Due').fill('2031-05-06');
  await other.getByLabel('Description').fill('about June');
  await save(one);
  await closed(one);

  await save(other);
  const conflict = other.getByRole('group', { name: 'Title' });
  await conflict.getByText('Call Ben').waitFor();
  expect(await other.getByRole('button', { name: 'Keep mine' }).count()).toBe(1);
  expect(await other.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(await findViolations(other)).toEqual([]);
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  expect(await other.getByLabel('Title').inputValue()).toBe('Call Ben');
  expect(await other.getByLabel('Priority').inputValue()).toBe('high');
  await save(other);
  await closed(other);

  expect(await tasksOf(user)).toMatchObject([
    { title: 'Call Ben', priority: 'high', dueDate: '2031-05-06', description: 'about June' },
  ]);
});

test('a task can be linked to a deal and a contact found by name, and links to them', async () => {
  const user = await stack.signUp();
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Winter coats' });
  await user.post('/api/deals', { name: 'Summer hats' });
  const { body: contact } = await user.post<{ id: string }>('/api/contacts', { name: 'Ann Baker' });
  const visit = await openApp(stack, browser, user, { path: '/tasks' });
  const { page } = visit;
  await page.getByText('No open tasks yet.').waitFor();
  await page.getByRole('button', { name: 'New task' }).last().click();
  await page.getByLabel('Title').fill('Send the contract');
  const choose = async (label: string, typed: string, wanted: string): Promise<void> => {
    const field = page.getByRole('combobox', { name: label });
    await field.pressSequentially(typed);
    const options = page.getByRole('listbox', { name: label }).getByRole('option');
    await eventually(async () => expect(await options.allInnerTexts()).toEqual([wanted]));
    // Enter takes an option only once the search for the full text has ended.
    await eventually(async () => {
      await page.keyboard.press('Enter');
      expect(await field.inputValue()).toBe(wanted);
    });
  };

  await choose('Deal', 'coats', 'Winter coats');
  await choose('Contact', 'ann', 'Ann Baker');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Ann Baker' }).waitFor();
  expect(await tasksOf(user)).toMatchObject([{ dealId: deal.id, contactId: contact.id }]);

  const open = page.getByRole('button', { name: 'Send the contract', exact: true });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await open.click();
  const field = page.getByRole('combobox', { name: 'Contact' });
  expect(await field.inputValue()).toBe('Ann Baker');
  await field.fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await open.click();
  expect(await field.inputValue()).toBe('Ann Baker');
  await field.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await tasksOf(user)).toMatchObject([{ dealId: deal.id, contactId: null }]);
  await page.getByRole('link', { name: 'Winter coats' }).click();
  await page.getByRole('heading', { name: 'Winter coats' }).waitFor();
  expect(visit.complaints).toEqual([]);
});

test('on the board, menu and keys move cards between columns, and the URL keeps the board', async () => {
  const user = await stack.signUp();
  await createTask(user, { title: 'First', dueDate: dayFromNow(1) });
  await createTask(user, { title: 'Second', dueDate: dayFromNow(2) });
  const { page } = await openApp(stack, browser, user, { path: '/tasks', viewport: { width: 1_280, height: 800 } });
  await page.getByRole('button', { name: 'Board', exact: true }).click();
  const titlesIn = (name: string) => section(page, name).locator('[data-title]').allInnerTexts();
  await section(page, 'To do').getByText('Second').waitFor();
  expect(await titlesIn('To do')).toEqual(['First', 'Second']);

  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await section(page, 'In progress').getByText('First').waitFor();
  // The focus moves with the card.
  await eventually(async () => {
    const focused = page.locator(':focus');
    expect(await focused.innerText()).toBe('First');
  });
  await page.keyboard.press('ArrowRight');
  await section(page, 'Done').getByText('First').waitFor();
  await page.getByRole('button', { name: 'Status of Second: To do' }).click();
  await page.getByRole('menuitem', { name: 'Cancelled' }).click();
  await section(page, 'Cancelled').getByText('Second').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);

  // Cards move before the server responds.
  await eventually(async () =>
    expect(Object.fromEntries((await tasksOf(user)).map(({ title, status }) => [title, status]))).toEqual({
      First: 'done',
      Second: 'cancelled',
    }),
  );
  await page.reload();
  await section(page, 'Done').getByText('First').waitFor();
  expect(await titlesIn('Cancelled')).toEqual(['Second']);
});

test('a card can be dropped on an empty column, and returns if the server refuses', async () => {
  const user = await stack.signUp();
  await createTask(user, { title: 'First' });
  const viewport = { width: 1_280, height: 800 };
  const visit = await openApp(stack, browser, user, { path: '/tasks?board=true', viewport });
  const { page } = visit;
  const card = page.locator('[data-task]');
  await section(page, 'To do').getByText('First').waitFor();

  await card.dragTo(section(page, 'Done'));
  await section(page, 'Done').getByText('First').waitFor();
  // Announced once the server has responded.
  await page.getByText('Done: First').waitFor();
  expect(await tasksOf(user)).toMatchObject([{ status: 'done' }]);
  expect(visit.complaints).toEqual([]);

  const message = 'This task is locked.';
  await page.route('**/api/tasks/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { error: { code: 'CONFLICT', message } } })
      : route.fallback(),
  );
  await card.dragTo(section(page, 'To do'));
  await page.getByText(message).waitFor();
  await section(page, 'Done').getByText('First').waitFor();
});

test('tasks are sorted by title, and several can be prioritized, cancelled or deleted at once', async () => {
  const user = await stack.signUp();
  for (const title of ['Call', 'Bill', 'Ask']) await createTask(user, { title, dueDate: dayFromNow(1) });
  const visit = await openApp(stack, browser, user, { path: '/tasks' });
  const { page } = visit;
  await page.getByLabel('Sort').selectOption('Title, ascending');
  await section(page, 'Open').waitFor();
  expect(await section(page, 'Open').locator('[data-title]').allInnerTexts()).toEqual(['Ask', 'Bill', 'Call']);
  expect(page.url()).toContain('sort=title');

  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await page.getByRole('checkbox', { name: 'Select Bill' }).check();
  await page.getByRole('button', { name: 'Set priority' }).click();
  await page.getByRole('menuitem', { name: 'High' }).click();
  await page.getByText('2 changed.').waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('checkbox', { name: 'Select Call' }).uncheck();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Cancelled' }).click();
  await section(page, 'Open').getByText('Ask').waitFor({ state: 'detached' });
  expect(await tasksOf(user)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: 'Ask', priority: 'high', status: 'cancelled' }),
      expect.objectContaining({ title: 'Bill', priority: 'high', status: 'cancelled' }),
      expect.objectContaining({ title: 'Call', priority: 'normal', status: 'todo' }),
    ]),
  );

  await page.getByRole('checkbox', { name: 'Select Call' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No open tasks yet.').waitFor();
  // Leaving the page completes a pending deletion.
  await page.reload();
  await eventually(async () =>
    expect(new Set((await tasksOf(user)).map(({ title }) => title))).toEqual(new Set(['Ask', 'Bill'])),
  );
  expect(visit.complaints).toEqual([]);
});

test.each([
  ['light', 1_280],
  ['dark', 320],
] as const)('the page is accessible and fits: %s, %d pixels wide', async (colorScheme, width) => {
  const user = await stack.signUp();
  await createTask(user, { title: 'Alongtitlewithoutaspace'.repeat(8), dueDate: dayFromNow(-1), priority: 'high' });
  await createTask(user, { title: 'Old', status: 'done' });
  const { page } = await openApp(stack, browser, user, {
    path: '/tasks',
    colorScheme,
    viewport: { width, height: 800 },
  });
  const look = async (): Promise<unknown> => ({
    violations: await findViolations(page),
    isTooWide: await isTooWide(page),
  });
  const fine = { violations: [], isTooWide: false };
  const isPhone = width < 640;
  if (isPhone) await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Show done' }).click();
  if (isPhone) await page.getByRole('button', { name: 'Show list' }).click();
  await section(page, 'Done').waitFor();

  expect(await look()).toEqual(fine);
  await page.getByRole('button', { name: 'New task' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await look()).toEqual(fine);
});
