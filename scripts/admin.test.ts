import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { bundleProgram } from '#lib/testing/service/bundle'
import { reportBackup } from './admin/backups.ts'
import { type Command, describeCommand, parseGiven } from './admin/command.ts'
import { tenantCommands } from './admin/tenants.ts'

const program = await bundleProgram('scripts/admin.ts')

/** Runs `npm run admin` with these words. */
function runAdmin(words: string[], settings: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { env: { ...process.env, ...settings } }
    execFile(process.execPath, [program, ...words], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

it('helps, and refuses what it does not know', async () => {
  const [help, unknown] = await Promise.all([
    runAdmin(['users', 'reset', '--help']),
    runAdmin(['users', 'remove', '3']),
  ])
  expect(help).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^users reset ID\|EMAIL \[--link\]\n/),
  })
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Unknown: users remove 3\n[\s\S]+ {2}doctor\n/),
  })
})

it('ends with 1 and prints JSON for programs when something is wrong', async () => {
  const { code, stdout } = await runAdmin(['doctor', '--json'], { LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    findings: [{ check: 'versions' }, { check: 'configuration', status: 'failed' }],
  })
})

it('prints JSON for wrong use, too, and takes “help” as a value', async () => {
  const [unknown, named] = await Promise.all([
    runAdmin(['toString', '--json']),
    runAdmin(['tenants', 'create', '--name', 'help', '--json']),
  ])
  expect([unknown.code, named.code]).toEqual([2, 2])
  expect(JSON.parse(unknown.stdout)).toEqual({ ok: false, message: 'Unknown: toString' })
  expect(JSON.parse(named.stdout)).toEqual({ ok: false, message: '--email EMAIL is missing.' })
})

it('backs up an installation only, and restores only where it is used and can be decrypted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-admin-'))
  const [empty, absent, backup] = ['empty', 'absent', 'a.backup'].map((name) => join(folder, name))
  mkdirSync(empty!)
  const here = { DATABASE_URL: '', APP_SECRET: '', DATA_DIR: empty! }
  const [ofNothing, nowhere, unused, unreadable, elsewhere] = await Promise.all([
    runAdmin(['backup', backup!, '--json'], here),
    runAdmin(['backup', backup!], { ...here, DATA_DIR: absent! }),
    runAdmin(['restore', backup!], { ...here, DATABASE_URL: 'postgres://localhost/paraph' }),
    runAdmin(['restore', import.meta.filename], here),
    runAdmin(['backup', backup!], { ...here, STORAGE_URL: 's3://bucket' }),
  ])
  expect(ofNothing.code).toBe(1)
  expect(JSON.parse(ofNothing.stdout)).toEqual({
    ok: false,
    message: expect.stringContaining(`${empty} holds no installation`),
  })
  for (const { code } of [nowhere, unused, unreadable, elsewhere]) expect(code).toBe(1)
  expect(nowhere.stdout).toContain(`${absent} holds no installation`)
  expect(unused.stdout).toContain('With DATABASE_URL or STORAGE_URL data is elsewhere')
  expect(unused.stdout).toContain(
    `the database is on the server of DATABASE_URL, the files are in ${empty}/files. See “Backing up”`,
  )
  expect(elsewhere.stdout).toContain(
    `the database is in ${empty}/postgres, the files are in the bucket of STORAGE_URL. See “Backing up”`,
  )
  expect(unreadable.stdout).toContain('Set APP_SECRET')
  expect([readdirSync(empty!), existsSync(absent!), existsSync(backup!)]).toEqual([[], false, false])
})

it('says after a backup which files that variables name are not in it', () => {
  const source = { DATA_DIR: '/data', SEAL_KEY: '/data/seal.p12', SEAL_KEY_PASSWORD: 'secret' }
  const { value, text } = reportBackup('/b', { files: 3, bytes: 10 }, 'APP_SECRET', source)
  expect(value).toEqual({
    ...{ ok: true, file: '/b', files: 3, bytes: 10 },
    left_out: [{ variable: 'SEAL_KEY', path: '/data/seal.p12' }],
  })
  expect(text).toContain('\n/data/seal.p12 (SEAL_KEY) is not in the backup: keep a copy elsewhere.')
})

const command: Command = {
  does: 'does it',
  words: ['ID', 'NAME'],
  options: {
    email: { value: 'EMAIL', required: true, does: 'whose' },
    count: { value: 'N', does: 'how many' },
    yes: { does: 'does it' },
  },
  run: async () => ({ ok: true, value: null, text: '' }),
}

it('takes words and options of the kind that a command says', () => {
  expect(parseGiven(command, ['7', 'Acme & Co', '--email', 'ada@example.com', '--yes'])).toEqual({
    words: ['7', 'Acme & Co'],
    options: { email: 'ada@example.com', yes: true },
  })
  expect(describeCommand('try', command)).toMatch(/^try ID NAME --email EMAIL \[--count N\] \[--yes\]\n/)
})

it.each([
  [[], 'ID is missing.'],
  [['7'], 'NAME is missing.'],
  [['0', 'Acme'], 'ID cannot be 0.'],
  [['-1'], /-1/],
  [['7', 'Acme', 'Co', '--email', 'a@b'], 'Too many words: Co.'],
  [['7', 'Acme'], '--email EMAIL is missing.'],
  [['7', 'Acme', '--email', 'ada'], '--email EMAIL cannot be ada.'],
  [['7', 'Acme', '--email', 'a@b', '--count', '-3'], /--count/],
  [['7', 'Acme', '--email', 'a@b', '--force'], /Unknown option '--force'/],
  [['7', 'Acme', '--email', 'a@b', '--email', 'c@d'], '--email is given twice.'],
])('refuses %j', (args, message) => {
  expect(() => parseGiven(command, args)).toThrow(message)
})

it('says what is wrong about a name', async () => {
  const { run } = tenantCommands['tenants create']!
  const options = { name: 'A\nB', administrator: 'A\u202eB', email: 'ada@example.com' }
  await expect(run({ words: [], options })).rejects.toThrow(
    /^name: Must be a single line\.\nadministrator: Contains control characters or .* Remove them\.$/,
  )
})

it('removes what an interrupted command has made, also after several signals', async () => {
  const script = `
    const { interruption } = await import('./scripts/admin/command.ts')
    const waiting = setInterval(() => {}, 1000)
    interruption().addEventListener('abort', () => setTimeout(() => {
      console.log('removed')
      clearInterval(waiting)
    }, 500))
    console.log('started')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  await sleep(200)
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([0, null])
  expect(text).toBe('started\nremoved\n')
})
