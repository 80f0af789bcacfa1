import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'

/** Runs `npm run admin` with these words. */
function runAdmin(words: string[], settings: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { env: { ...process.env, ...settings } }
    execFile(process.execPath, ['scripts/admin.ts', ...words], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

it('helps, and refuses what it does not know', async () => {
  const [help, unknown, wrongId] = await Promise.all([
    runAdmin(['--help']),
    runAdmin(['doctor', 'PORT']),
    runAdmin(['process', 'explain', '-1']),
  ])
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('doctor') })
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Unknown: doctor PORT') })
  expect(wrongId.code).toBe(2)
})

it('ends with 1 and prints JSON for programs when something is wrong', async () => {
  const { code, stdout } = await runAdmin(['doctor', '--json'], { LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    findings: [{ check: 'versions' }, { check: 'configuration', status: 'failed' }],
  })
})
