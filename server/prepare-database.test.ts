import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { build } from './build.mjs'

const administrator = { ADMIN_EMAIL: 'first@example.com', TENANT_NAME: 'First' }

/** Runs the script as the supervisor does. @returns its message and its exit status */
async function prepare(password: string): Promise<[message: unknown, status: unknown]> {
  const folder = await build('.next-test', { pages: false })
  const env = { ...process.env, ...administrator, ADMIN_PASSWORD: password, DATABASE_URL: '' }
  const child = fork(join(folder, 'server', 'prepare-database.mjs'), ['supervised'], { env })
  const [messageSent, exited] = [once(child, 'message'), once(child, 'exit')]
  child.send(process.env.DATABASE_URL!)
  return [(await messageSent)[0], (await exited)[0]]
}

test('prepare-database creates the first tenant once, and refuses a guessable password', async () => {
  expect(await prepare('password1234')).toEqual([
    { fatal: expect.stringContaining('ADMIN_PASSWORD is not acceptable') },
    1,
  ])
  const password = 'nine violet herons'
  expect(await prepare(password)).toEqual([{ ready: 'up to date; first@example.com can sign in' }, 0])
  expect(await prepare(password)).toEqual([{ ready: 'up to date' }, 0])
})
