import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { findIsolationProblem, isolatedCommand } from './sandbox.ts'

describe.skipIf(findIsolationProblem() !== null)('isolatedCommand, which needs Linux namespaces', () => {
  it('shows a folder of the service under no second name', async () => {
    const folder = realpathSync('/lib')
    const isFilled = (path: string) => statSync(path).isDirectory() && readdirSync(path).length > 0
    const name = readdirSync(folder).find((entry) => isFilled(join(folder, entry)))!
    const command = isolatedCommand('/bin/sh', [
      '-c',
      `ls -A /lib/${name} ${folder}/${name} | grep -v : | wc -w`,
    ])
    const args = command.map((argument) => (argument === process.cwd() ? join(folder, name) : argument))
    const cwd = await mkdtemp(join(tmpdir(), 'paraph-root-'))
    expect(spawnSync(args[0]!, args.slice(1), { cwd, encoding: 'utf8' }).stdout.trim()).toBe('0')
  })

  it('ends when the service is killed', async () => {
    const program = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
    const marker = `1${Date.now()}`
    await writeFile(program, `#!/bin/sh\nsleep ${marker}`, { mode: 0o700 })
    const cwd = await mkdtemp(join(tmpdir(), 'paraph-root-'))
    const command = isolatedCommand(program, [])
    const isRunning = () => spawnSync('pgrep', ['-f', `^sleep ${marker}`]).status === 0
    const service = spawn(process.execPath, [
      '-e',
      `require('node:child_process').spawn(${JSON.stringify(command[0])}, ${JSON.stringify(command.slice(1))}, { cwd: ${JSON.stringify(cwd)}, detached: true })`,
    ])
    await vi.waitUntil(isRunning, 10_000)
    service.kill('SIGKILL')
    await vi.waitUntil(() => !isRunning(), 10_000)
  })
})
