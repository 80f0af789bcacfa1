import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/*
 * During an upgrade, processes of the previous version use a database that the new version has migrated: a migration
 * adds, and takes or renames nothing that the previous version reads or writes. What it no longer needs is removed by a
 * later version. `npm run rolling -- --from COMMIT` runs both versions side by side.
 */

/** The last migration from before this rule. */
const BASELINE = '0025_template_versions'
/** Statements that are none of the allowed ones and harm no older process: the beginning of each, and why. */
const exceptions: Record<string, { statement: string; reason: string }[]> = {
  '0038_greek_sigma': [
    {
      statement: 'CREATE OR REPLACE FUNCTION fold(text) RETURNS text',
      reason: 'Older processes call the same function, which folds one more letter in all their searches.',
    },
  ],
  '0039_marks_of_scripts': [
    {
      statement: 'CREATE OR REPLACE FUNCTION fold(text) RETURNS text',
      reason: 'Older processes call the same function, which leaves out more marks in all their searches.',
    },
  ],
  '0046_end_announcements': [
    {
      statement: 'DROP INDEX "tenant_keys_purpose"',
      reason: 'The index that follows has the same columns first.',
    },
    {
      statement: 'CREATE UNIQUE INDEX "tenant_keys_purpose" ON "tenant_keys" USING btree',
      reason: 'With one column more it refuses less.',
    },
  ],
  '0052_unneeded_indexes': [
    {
      statement: 'DROP INDEX "process_documents_document"',
      reason: '"process_documents_source" finds the same rows by the document alone.',
    },
    {
      statement: 'DROP INDEX "processes_expiry"',
      reason: '"processes_due" finds the running processes whose date has passed.',
    },
    {
      statement: 'DROP INDEX "template_documents_document"',
      reason: '"template_documents_source" finds the same rows by the document alone.',
    },
  ],
}

const folder = join(import.meta.dirname, 'migrations')
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: readFileSync(join(folder, file), 'utf8') }))

const split = (sql: string) =>
  sql
    .split('--> statement-breakpoint')
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '')

/** The statements of a migration after which a process of the version before it may fail. */
function findBreaking(sql: string): string[] {
  const statements = split(sql)
  const created = new Set(statements.map((text) => /^create table "(\w+)"/i.exec(text)?.[1]))
  const readded = (name: string) => statements.some((text) => text.includes(`ADD CONSTRAINT "${name}" CHECK`))
  return statements.filter((statement) => {
    if (/^(create (table|index|sequence|extension)|insert|update)\b/i.test(statement)) return false
    const [, table = '', change = ''] =
      /^(?:alter table|create unique index .*? on) "?(\w+)"?\s*([\s\S]*)/i.exec(statement) ?? []
    if (created.has(table)) return false
    if (/^add column/i.test(change))
      return / not null/i.test(change) && !/ default | generated always /i.test(change)
    // A list of values that gets longer.
    const dropped = /^drop constraint "(\w+)"/i.exec(change)?.[1]
    if (dropped) return !readded(dropped)
    return !/^(add constraint|alter column "\w+" (drop not null|set default))/i.test(change)
  })
}

it('finds what a process of the previous version would miss', () => {
  const breaking = [
    'DROP TABLE "folders";',
    'DROP INDEX "folders_name";',
    'ALTER TABLE "folders" RENAME COLUMN "name" TO "title";',
    'ALTER TABLE "folders" DROP COLUMN "name";',
    'ALTER TABLE "folders" ALTER COLUMN "name" SET DATA TYPE jsonb;',
    'ALTER TABLE "folders" ALTER COLUMN "name" SET NOT NULL;',
    'ALTER TABLE "folders" ADD COLUMN "kind" text NOT NULL;',
    'ALTER TABLE "folders" DROP CONSTRAINT "folders_kind_known";',
    'CREATE UNIQUE INDEX "folders_kind" ON "folders" USING btree ("kind");',
    'DELETE FROM folders;',
  ]
  for (const statement of breaking) expect(findBreaking(statement)).toEqual([statement])
  const additive = [
    'CREATE TABLE "labels" ("id" bigint NOT NULL);',
    'CREATE UNIQUE INDEX "labels_id" ON "labels" USING btree ("id");',
    '-- Why.\nALTER TABLE "folders" ADD COLUMN "kind" text DEFAULT \'plain\' NOT NULL;',
    'ALTER TABLE "folders" ADD COLUMN "note" text;',
    'ALTER TABLE "folders" ALTER COLUMN "name" DROP NOT NULL;',
    'ALTER TABLE "folders" DROP CONSTRAINT "folders_kind_known";',
    'ALTER TABLE "folders" ADD CONSTRAINT "folders_kind_known" CHECK ("kind" in (\'plain\', \'new\'));',
    'CREATE INDEX "folders_kind" ON "folders" USING btree ("kind");',
  ]
  expect(findBreaking(additive.join('--> statement-breakpoint\n'))).toEqual([])
})

it('migrations only add, as processes of the previous version run beside the new ones', () => {
  const names = migrations.map(({ name }) => name)
  expect(names).toContain(BASELINE)
  const later = migrations.slice(names.indexOf(BASELINE) + 1)
  const breaking = later.flatMap(({ name, sql }) =>
    findBreaking(sql)
      .filter((statement) => !exceptions[name]?.some((known) => statement.startsWith(known.statement)))
      .map((statement) => `${name}: ${statement}`),
  )
  expect(breaking).toEqual([])
})

/*
 * A process of the previous version that starts again leaves the functions in the database alone only where there is a
 * migration that it does not know. So a change of db/functions has one, which may do nothing else.
 */
it('the last migration that names the hash of db/functions names that of today', () => {
  const functions = join(import.meta.dirname, 'functions')
  const files = readdirSync(functions).filter((name) => name.endsWith('.sql'))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(readFileSync(join(functions, file)))
  const named = migrations.flatMap(({ sql }) => /^-- db\/functions: (\w+)$/m.exec(sql)?.[1] ?? [])
  expect(
    named.at(-1),
    'After a change: `npm run migrations -- --custom --name functions`; write the line `-- db/functions: <this hash>` there.',
  ).toBe(hash.digest('hex'))
})

it('keeps the snapshot of the last migration only, with which drizzle-kit compares the schema', () => {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  const last = `${entries.at(-1).tag.split('_')[0]}_snapshot.json`
  expect(readdirSync(join(folder, 'meta')).filter((name) => name.endsWith('_snapshot.json'))).toEqual([last])
})
