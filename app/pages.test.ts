import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Permission, policy, type Rule, worksWhileSuspended } from '#lib/policy'

const root = join(import.meta.dirname, '(dashboard)')
/** The pages and layouts for signed-in users, with their permissions. */
const pages = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
  const [, permission] = /\bpage\('([\w.]+)'/.exec(readFileSync(join(root, file), 'utf8')) ?? []
  return permission ? [{ file, permission: permission as Permission }] : []
})

it('no page needs a password that was entered recently: only changes do', () => {
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.filter(({ permission }) => (policy[permission] as Rule).recentPassword)).toEqual([])
})

it('while the organisation is suspended, only the pages that exist to change something are refused', () => {
  const refused = pages.filter(({ permission }) => !worksWhileSuspended(permission))
  expect(refused.map(({ file }) => file.replace('(framed)/', '')).toSorted()).toEqual([
    'processes/[id]/edit/page.tsx',
    'processes/[id]/prepare/page.tsx',
    'processes/new/page.tsx',
    'templates/[id]/edit/page.tsx',
    'templates/[id]/list/page.tsx',
    'templates/[id]/prepare/page.tsx',
    'templates/new/page.tsx',
  ])
})

it('no page whose URL has a secret is for search engines or sends it to other sites', () => {
  const secret = globSync('**/page.tsx', { cwd: import.meta.dirname }).filter((file) =>
    /\[(token|session)\]|^again/.test(file),
  )
  expect(secret.length).toBeGreaterThan(7)
  const revealed = secret.filter(
    (file) =>
      !/\b(secretPage|readLinkMetadata)\b/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  expect(revealed).toEqual([])
})
