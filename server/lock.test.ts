import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AlreadyRunning, acquireLock, readLock, releaseLock, updateLock } from './lock.mjs'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-lock-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  releaseLock(dataDir)
  return rm(dataDir, { recursive: true, force: true })
})

const lockFile = () => join(dataDir, 'paraph.lock')

/** A process that holds the lock until it is killed. */
async function startHolder(info = {}) {
  const script = `
    const { acquireLock, updateLock } = await import('./server/lock.mjs')
    await acquireLock(process.argv[1])
    updateLock(process.argv[1], JSON.parse(process.argv[2]))
    console.log('acquired')
    setInterval(() => {}, 1000)`
  const holder = spawn(
    process.execPath,
    ['--input-type=module', '-e', script, dataDir, JSON.stringify(info)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  const ended = new Promise((resolve) => holder.once('exit', resolve))
  return {
    pid: holder.pid,
    kill: () => {
      holder.kill('SIGKILL')
      return ended
    },
  }
}

describe('the lock on a data folder', () => {
  test('is held by one live process, and contains its id and address', async () => {
    const holder = await startHolder({ address: 'http://localhost:3000' })
    await expect(acquireLock(dataDir)).rejects.toThrow(AlreadyRunning)
    await expect(acquireLock(dataDir)).rejects.toThrow(`at http://localhost:3000 (process ${holder.pid})`)
    await holder.kill()
    await acquireLock(dataDir)
    expect(readLock(dataDir)?.pid).toBe(process.pid)
    expect(statSync(lockFile()).mode & 0o077).toBe(0)
    releaseLock(dataDir)
    expect(readLock(dataDir)).toBeNull()
  })

  test('is held by one of several processes that take and release it at the same time', async () => {
    const script = `
      const { acquireLock, releaseLock } = await import('./server/lock.mjs')
      const { mkdirSync, rmdirSync } = await import('node:fs')
      const { setTimeout: sleep } = await import('node:timers/promises')
      const [folder] = process.argv.slice(1)
      for (let times = 0; times < 100; ) {
        await acquireLock(folder).then(async () => {
          mkdirSync(folder + '/held')
          await sleep(1)
          rmdirSync(folder + '/held')
          releaseLock(folder)
          times++
        }, () => sleep(1))
      }`
    const run = () =>
      new Promise((resolve) =>
        spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], { stdio: 'inherit' }).once(
          'exit',
          resolve,
        ),
      )
    expect(await Promise.all([run(), run(), run(), run()])).toEqual([0, 0, 0, 0])
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('is taken though a process was killed while it took it', async () => {
    await acquireLock(dataDir)
    const mark = readFileSync(lockFile(), 'utf8')
    releaseLock(dataDir)
    writeFileSync(`${lockFile()}.taking`, JSON.stringify({ ...JSON.parse(mark), born: '1' }))
    const startedAt = performance.now()
    await acquireLock(dataDir)
    expect(readLock(dataDir)?.pid).toBe(process.pid)
    expect(performance.now() - startedAt).toBeLessThan(5000)
    // In another container, whose processes are not seen.
    releaseLock(dataDir)
    writeFileSync(`${lockFile()}.taking`, JSON.stringify({ ...JSON.parse(mark), namespace: 'pid:[1]' }))
    const acquired = acquireLock(dataDir)
    await sleep(300)
    expect(readLock(dataDir)).toBeNull()
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 30_000)
    await acquired
    expect(readLock(dataDir)?.pid).toBe(process.pid)
  })

  test.runIf(process.platform === 'linux')('leaves nothing where nothing can be written', async () => {
    const script = "await (await import('./server/lock.mjs')).acquireLock(process.argv[1])"
    // Files of this process may have 0 bytes, as on a full disk.
    const node = `ulimit -f 0 && exec "${process.execPath}" --input-type=module -e "${script}" "${dataDir}"`
    const child = spawn('sh', ['-c', node], { stdio: ['ignore', 'ignore', 'pipe'] })
    expect(await text(child.stderr)).toContain('EFBIG')
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('is waited for as long as another process takes it, which removes its own mark only', async () => {
    const holder = await startHolder()
    const mark = readFileSync(lockFile(), 'utf8')
    await holder.kill()
    const other = await startHolder()
    const ofLiveProcess = readFileSync(lockFile(), 'utf8')
    writeFileSync(`${lockFile()}.taking`, ofLiveProcess)
    writeFileSync(lockFile(), mark)
    const acquired = acquireLock(dataDir)
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 30_000)
    await sleep(300)
    expect(readFileSync(`${lockFile()}.taking`, 'utf8')).toBe(ofLiveProcess)
    expect(readLock(dataDir)).toBeNull()
    clock.mockRestore()
    await other.kill()
    await acquired
    expect(readdirSync(dataDir).sort()).toEqual(['paraph.lock', 'paraph.sock'])
  })

  test.runIf(process.platform === 'linux')(
    'is not taken where it cannot be told whether another process has it',
    async () => {
      // As root, whom permissions do not stop, the tests need another error than EACCES.
      symlinkSync('paraph.lock', lockFile())
      await expect(acquireLock(dataDir)).rejects.toThrow('ELOOP')
      expect(readLock(dataDir)).toBeNull()
      rmSync(lockFile())
      writeFileSync(lockFile(), JSON.stringify({ pid: 1, born: '1', namespace: 'pid:[1]' }))
      symlinkSync('paraph.sock', join(dataDir, 'paraph.sock'))
      await expect(acquireLock(dataDir)).rejects.toThrow('ELOOP')
      expect(readdirSync(dataDir).sort()).toEqual(['paraph.lock', 'paraph.sock'])
    },
  )

  test.runIf(process.platform === 'linux')(
    'is stale when its process id was reused by another process',
    async () => {
      const holder = await startHolder()
      const lock = JSON.parse(readFileSync(lockFile(), 'utf8'))
      writeFileSync(lockFile(), JSON.stringify({ ...lock, born: '1' }))
      await acquireLock(dataDir)
      expect(readLock(dataDir)?.pid).toBe(process.pid)
      await holder.kill()
    },
  )

  test.runIf(process.platform === 'linux')(
    'is not taken from a process in another container that runs, from its start on',
    async () => {
      const holder = await startHolder()
      const lock = JSON.parse(readFileSync(lockFile(), 'utf8'))
      const ofOtherContainer = JSON.stringify({ ...lock, born: '1', namespace: 'pid:[1]' })
      writeFileSync(lockFile(), ofOtherContainer)
      await expect(acquireLock(dataDir)).rejects.toThrow('in another container')
      expect(readFileSync(lockFile(), 'utf8')).toBe(ofOtherContainer)
      await holder.kill()
      await acquireLock(dataDir)
      expect(readLock(dataDir)?.pid).toBe(process.pid)
      // Of this container, whose processes are seen.
      writeFileSync(lockFile(), JSON.stringify({ ...lock, born: '1' }))
      await acquireLock(dataDir)
      expect(readLock(dataDir)?.pid).toBe(process.pid)
    },
  )

  test.runIf(process.platform === 'linux').each([
    ['darwin', 'ps', 'Ss+  Sun Nov 29 15:03:21 2026    ', 'Ss+  Sun Nov 29 15:03:22 2026    '],
    ['darwin', 'ps', 'R    Sun Nov 29 15:03:21 2026', 'Z    Sun Nov 29 15:03:21 2026'],
    ['win32', 'powershell', '134087042012345678\r', '134087042012345679\r'],
  ] as const)(
    'on %s is stale when %s tells another start than “%s”: “%s”',
    async (platform, program, output, later) => {
      const holder = await startHolder()
      const folder = join(dataDir, 'bin')
      mkdirSync(folder)
      vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
      vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
      const answer = (text: string) =>
        writeFileSync(join(folder, program), `#!/bin/sh\nprintf '%s\\n' '${text}'`, { mode: 0o755 })
      const lock = JSON.parse(readFileSync(lockFile(), 'utf8'))
      const born = output.trim().replace(/^[A-Z]\S*\s+/, '')
      writeFileSync(lockFile(), JSON.stringify({ ...lock, born }))
      answer(output)
      expect(readLock(dataDir)?.pid).toBe(holder.pid)
      answer(later)
      expect(readLock(dataDir)).toBeNull()
      // What an earlier version wrote, and a system that does not tell: the lock stays.
      writeFileSync(lockFile(), JSON.stringify({ ...lock, born: 'alive' }))
      answer(output)
      expect(readLock(dataDir)?.pid).toBe(holder.pid)
      writeFileSync(lockFile(), JSON.stringify({ ...lock, born }))
      writeFileSync(join(folder, program), '#!/bin/sh\nexit 1', { mode: 0o755 })
      expect(readLock(dataDir)?.pid).toBe(holder.pid)
      await holder.kill()
      expect(readLock(dataDir)).toBeNull()
    },
  )

  test('is waited for while its holder stops', async () => {
    const holder = await startHolder({ stopping: true })
    const acquired = acquireLock(dataDir)
    setTimeout(() => holder.kill(), 300)
    await acquired
    expect(readLock(dataDir)?.pid).toBe(process.pid)
  })

  test('is free when the file is damaged or missing', async () => {
    writeFileSync(lockFile(), 'not json')
    await acquireLock(dataDir)
    rmSync(lockFile())
    expect(readLock(dataDir)).toBeNull()
    updateLock(dataDir, { address: 'http://localhost:3000' })
    expect(readLock(dataDir)?.address).toBe('http://localhost:3000')
  })
})
