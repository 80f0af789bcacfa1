import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FairQueue } from '#lib/core/fair-queue/fair-queue'
import { officePath } from '#lib/office/convert'
import { docx } from '#lib/office/fixtures/text-documents'
import { stagingFolder } from '#lib/storage/store'
import { type OfficeTry, officeToPdf } from './office.ts'
import { refusedError } from './thread-error.ts'

const office = officePath() ?? ''
const options = {
  office,
  requester: { tenantId: 1 },
  locale: 'en' as const,
  name: 'document',
  maxBytes: 10_000_000,
}
const leftovers = () => (existsSync(stagingFolder()) ? readdirSync(stagingFolder()) : [])

/** One try with a queue of its own. */
function getTries(limits: Partial<OfficeTry>): [OfficeTry] {
  const queue = new FairQueue({ slots: 1, maxWaiting: 9, maxWaitingOfGroup: 9, refuse: refusedError })
  return [{ queue, timeoutSeconds: 45, processorSeconds: 30, niceIncrement: 10, ...limits }]
}

describe.skipIf(!office)('officeToPdf, which needs LibreOffice on the PATH', () => {
  it('is stopped at the time limit, and leaves neither processes nor files', async () => {
    const tries = getTries({ timeoutSeconds: 0.3 })
    await expect(officeToPdf(await docx(), 'docx', { ...options, tries })).rejects.toMatchObject({
      code: 'timeout',
    })
    expect(leftovers()).toEqual([])
  })

  it.each([
    ['computes', 'while :; do :; done', 'work'],
    ['waits', 'sleep 60', 'timeout'],
    ['fails after a while', 'sleep 2; exit 1', null],
  ])(
    'says whose time it was when the program %s',
    async (_, command, code) => {
      const program = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
      await writeFile(program, `#!/bin/sh\n${command}`, { mode: 0o700 })
      const tries = getTries({ processorSeconds: 1, timeoutSeconds: code === 'timeout' ? 2 : 40 })
      const conversion = officeToPdf(await docx(), 'docx', { ...options, office: program, tries })
      if (code) await expect(conversion).rejects.toMatchObject({ code })
      else expect(await conversion).toBeNull()
    },
    60_000,
  )

  it('is stopped when the client leaves', async () => {
    const leaving = new AbortController()
    const requester = { tenantId: 1, address: null, signal: leaving.signal }
    const conversion = officeToPdf(await docx(), 'docx', { ...options, requester })
    setTimeout(() => leaving.abort(), 100)
    await expect(conversion).rejects.toMatchObject({ code: 'abandoned' })
    expect(leftovers()).toEqual([])
  })

  it('delays no other tenant by more than a first try, whatever its documents need', async () => {
    const program = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
    const script = `#!/bin/sh
if grep -q heavy input/document.html; then while :; do :; done; else echo PDF > output/document.pdf; fi`
    await writeFile(program, script, { mode: 0o700 })
    const tries: [OfficeTry, OfficeTry] = [
      ...getTries({ processorSeconds: 1, timeoutSeconds: 20 }),
      ...getTries({ processorSeconds: 1, timeoutSeconds: 20 }),
    ]
    const convert = (tenantId: number, text: string) =>
      officeToPdf(Buffer.from(text), 'html', {
        ...options,
        office: program,
        requester: { tenantId },
        tries,
      }).then(
        () => 'PDF',
        (error) => error.code,
      )
    const heavy = [11, 11, 12, 12, 13, 13].map((tenantId) => convert(tenantId, 'heavy'))
    const start = performance.now()
    expect(await convert(15, 'light')).toBe('PDF')
    const waited = performance.now() - start
    // The first try of one tenant ran already; those of the others, who ask for more, come after.
    expect(waited).toBeLessThan(8000)
    expect(new Set(await Promise.all(heavy))).toEqual(new Set(['work']))
    expect(await Promise.all([convert(11, 'light'), convert(15, 'light')])).toEqual(['PDF', 'PDF'])
  }, 60_000)

  it('converts a large document among its like at once', async () => {
    const program = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
    await writeFile(program, '#!/bin/sh\nnice > output/document.pdf', { mode: 0o700 })
    const tries: [OfficeTry, OfficeTry] = [
      ...getTries({ niceIncrement: 1 }),
      ...getTries({ niceIncrement: 2 }),
    ]
    const getNice = async (isLarge: boolean) => {
      const output = await officeToPdf(await docx(), 'docx', { ...options, office: program, tries, isLarge })
      return Number(Buffer.from(output as Uint8Array))
    }
    expect((await getNice(true)) - (await getNice(false))).toBe(1)
  })

  it('says that a result is above the size limit, and returns null for one that is far above it', async () => {
    const office = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
    await writeFile(office, '#!/bin/sh\nhead -c 8000 /dev/zero > output/document.pdf', { mode: 0o700 })
    expect(await officeToPdf(await docx(), 'docx', { ...options, office, maxBytes: 6000 })).toBe('too_large')
    expect(await officeToPdf(await docx(), 'docx', { ...options, maxBytes: 1000 })).toBeNull()
  })
})
