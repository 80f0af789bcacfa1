import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { env } from '#lib/core/env'
import { locales } from '#lib/core/locales'
import { stagingFolder } from '#lib/storage/store'
import { readWithPdfjs } from '../pdf/file/reading.ts'
import { pngImage } from '../pdf/fixtures/images.ts'
import { docx, linkedPicture, odt } from '../pdf/fixtures/text-documents.ts'
import { FairQueue } from './fair-queue.ts'
import { type OfficeTry, officePath, officeToPdf } from './office.ts'
import { isolatedCommand } from './office-sandbox.ts'

const office = officePath() ?? ''
const options = { office, requester: { tenantId: 1 }, locale: 'en' as const, maxBytes: 10_000_000 }
const leftovers = () => (existsSync(stagingFolder()) ? readdirSync(stagingFolder()) : [])

/** One try with a queue of its own. */
function triesOf(limits: Partial<OfficeTry>): [OfficeTry] {
  const queue = new FairQueue({ slots: 1, maxWaiting: 9, maxWaitingOfGroup: 9 })
  return [{ queue, timeoutSeconds: 45, processorSeconds: 30, niceIncrement: 10, ...limits }]
}

type Output = Awaited<ReturnType<typeof officeToPdf>>

function bytesOf(output: Output): Uint8Array {
  if (!(output instanceof Uint8Array)) throw new Error(`no PDF: ${output}`)
  return new Uint8Array(output)
}

async function textOf(output: Output) {
  const { texts } = await readWithPdfjs(bytesOf(output), { maxPages: 5, textPages: 5 })
  return texts.join(' ')
}

describe.skipIf(!office)('officeToPdf, which needs LibreOffice on the PATH', () => {
  it('converts a DOCX and an ODT', async () => {
    expect(
      await textOf(await officeToPdf(await docx({ text: 'Lease agreement' }), 'docx', options)),
    ).toContain('Lease agreement')
    expect(await textOf(await officeToPdf(await odt({ text: 'Mietvertrag ü' }), 'odt', options))).toContain(
      'Mietvertrag ü',
    )
    expect(leftovers()).toEqual([])
  })

  it.each(locales)('converts HTML of a tenant with the language %s to a page of A4', async (locale) => {
    const pdf = await officeToPdf(
      new TextEncoder().encode('<html><p>Lease &ndash; Miete</p></html>'),
      'html',
      { ...options, locale },
    )
    const { texts, pages } = await readWithPdfjs(bytesOf(pdf), { maxPages: 5, textPages: 5 })
    expect([texts, pages.length]).toEqual([['Lease – Miete'], 1])
    expect([pages[0]!.width, pages[0]!.height].map(Math.round)).toEqual([595, 842])
  })

  it('shows no file of the machine, even from HTML that was not cleaned', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'paraph-image-')), 'image.png')
    await writeFile(path, pngImage())
    const countImages = async (address: string) => {
      const page = `<html><p>Page <img src="${address}"></p></html>`
      const pdf = await officeToPdf(new TextEncoder().encode(page), 'html', options)
      return Buffer.from(bytesOf(pdf)).toString('latin1').split('/Subtype/Image').length - 1
    }
    const embedded = `data:image/png;base64,${Buffer.from(pngImage()).toString('base64')}`
    // An image that cannot be loaded is an icon with a mask.
    expect(await countImages(pathToFileURL(path).href)).not.toBe(await countImages(embedded))
  })

  it('loads no linked content, even from a document that was not checked', async () => {
    const requests: string[] = []
    const server = createServer(({ url }, response) => {
      requests.push(url!)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const links = [{ type: 'image', target: `${origin}/a.png` }]
    expect(
      await officeToPdf(await docx({ links, body: linkedPicture('link0') }), 'docx', options),
    ).not.toBeNull()
    const section = (target: string) =>
      `<text:section text:name="s"><text:section-source xlink:type="simple" xlink:href="${target}"/><text:p>old</text:p></text:section>`
    const body = `${section(`${origin}/b.txt`)}${section('file:///etc/passwd').replace('"s"', '"t"')}`
    const text = await textOf(await officeToPdf(await odt({ body }), 'odt', options))
    expect(text).not.toContain('root')
    expect(requests).toEqual([])
    server.close()
  })

  it('runs without network, other processes and the files of the machine', async () => {
    const dataDir = env().dataDir
    await writeFile(join(dataDir, 'app-secret'), 'secret')
    const program = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
    const script = `#!/bin/sh
exec > output/document.pdf
ls /proc | grep -c '^[0-9]'
tail -n +3 /proc/net/dev | grep -v lo: | wc -l
cat /etc/passwd package.json ${join(process.cwd(), 'package.json')} ${join(dataDir, 'app-secret')} 2>/dev/null | wc -l
ls -A /etc ${dataDir} /home /root /run /srv /old 2>/dev/null | xargs`
    await writeFile(program, script, { mode: 0o700 })
    const output = await officeToPdf(await docx(), 'docx', { ...options, office: program })
    const [processes, networks, lines, names] = Buffer.from(bytesOf(output)).toString().trim().split('\n')
    expect(Number(processes)).toBeLessThan(8)
    expect([networks, lines]).toEqual(['0', '0'])
    expect(names).toMatch(/^\/etc: ((alternatives|fonts|ld.so.cache|libreoffice|localtime) ?)*$/)
  })

  it('runs without capabilities, and can change nothing but its working folder', async () => {
    const program = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
    const script = `#!/bin/sh
exec > output/document.pdf 2>/dev/null
grep Cap /proc/self/status | tr -d '0\\t\\n'
echo
for path in /usr /usr/bin /etc/fonts /proc/sys/kernel/core_pattern; do if [ -w $path ]; then echo $path; fi; done | wc -l
umount /usr || umount /proc || mount -t tmpfs none /usr || echo refused
[ -w . ] && echo writable`
    await writeFile(program, script, { mode: 0o700 })
    const output = await officeToPdf(await docx(), 'docx', { ...options, office: program })
    expect(Buffer.from(bytesOf(output)).toString().trim().split('\n')).toEqual([
      'CapInh:CapPrm:CapEff:CapBnd:CapAmb:',
      '0',
      'refused',
      'writable',
    ])
  })

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

  it('returns null for a file that it cannot read as its type, such as a web page', async () => {
    const page = new TextEncoder().encode('<html><body>Page</body></html>')
    expect(await officeToPdf(page, 'docx', options)).toBeNull()
  })

  it('is stopped at the time limit, and leaves neither processes nor files', async () => {
    const tries = triesOf({ timeoutSeconds: 0.3 })
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
      const tries = triesOf({ processorSeconds: 1, timeoutSeconds: code === 'timeout' ? 2 : 40 })
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
      ...triesOf({ processorSeconds: 1, timeoutSeconds: 20 }),
      ...triesOf({ processorSeconds: 1, timeoutSeconds: 20 }),
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
    const tries: [OfficeTry, OfficeTry] = [...triesOf({ niceIncrement: 1 }), ...triesOf({ niceIncrement: 2 })]
    const niceOf = async (isLarge: boolean) =>
      Number(
        Buffer.from(
          bytesOf(await officeToPdf(await docx(), 'docx', { ...options, office: program, tries, isLarge })),
        ),
      )
    expect((await niceOf(true)) - (await niceOf(false))).toBe(1)
  })

  it('says that a result is above the size limit, and returns null for one that is far above it', async () => {
    const office = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
    await writeFile(office, '#!/bin/sh\nhead -c 8000 /dev/zero > output/document.pdf', { mode: 0o700 })
    expect(await officeToPdf(await docx(), 'docx', { ...options, office, maxBytes: 6000 })).toBe('too_large')
    expect(await officeToPdf(await docx(), 'docx', { ...options, maxBytes: 1000 })).toBeNull()
  })
})

describe('officePath', () => {
  it('is null when LibreOffice is not on the PATH', () => {
    const { PATH } = process.env
    process.env.PATH = '/nonexistent'
    expect(officePath()).toBeNull()
    process.env.PATH = PATH
  })
})
