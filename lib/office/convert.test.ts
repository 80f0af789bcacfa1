import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { signerLocales } from '#lib/core/locales'
import { readWithPdfjs } from '#lib/pdf/file/reading'
import { pngImage } from '#lib/pdf/fixtures/images'
import { textFontFiles } from '#lib/pdf/text/font-files'
import { convertWithOffice, type OfficeResult, officePath } from './convert.ts'
import { docx, linkedPicture, odt } from './fixtures/text-documents.ts'
import { findIsolationProblem } from './sandbox.ts'

const office = officePath() ?? ''
const parentFolder = join(env().dataDir, 'conversions')
const limits = { timeoutSeconds: 45, processorSeconds: 30, niceIncrement: 10 }
const options = {
  office,
  parentFolder,
  locale: 'en' as const,
  name: 'document',
  maxBytes: 10_000_000,
  limits,
  signal: undefined,
}
const leftovers = () => (existsSync(parentFolder) ? readdirSync(parentFolder) : [])

function getBytes(output: OfficeResult): Uint8Array {
  if (!(output instanceof Uint8Array)) throw new Error(`no PDF: ${output}`)
  return new Uint8Array(output)
}

async function getText(output: OfficeResult) {
  const { texts } = await readWithPdfjs(getBytes(output), { maxPages: 5, textPages: 5 })
  return texts.join(' ')
}

describe.skipIf(!office)('convertWithOffice, which needs LibreOffice on the PATH', () => {
  it('converts a DOCX and an ODT', async () => {
    expect(
      await getText(await convertWithOffice(await docx({ text: 'Lease agreement' }), 'docx', options)),
    ).toContain('Lease agreement')
    expect(
      await getText(await convertWithOffice(await odt({ text: 'Mietvertrag ü' }), 'odt', options)),
    ).toContain('Mietvertrag ü')
    expect(leftovers()).toEqual([])
  })

  it.each(signerLocales)('converts HTML of a tenant with the language %s to a page of A4', async (locale) => {
    const pdf = await convertWithOffice(
      new TextEncoder().encode('<html><p>Lease &ndash; Miete</p></html>'),
      'html',
      { ...options, locale },
    )
    const { texts, pages } = await readWithPdfjs(getBytes(pdf), { maxPages: 5, textPages: 5 })
    expect([texts, pages.length]).toEqual([['Lease – Miete'], 1])
    expect([pages[0]!.width, pages[0]!.height].map(Math.round)).toEqual([595, 842])
  })

  it('shows no file of the machine, even from HTML that was not cleaned', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'paraph-image-')), 'image.png')
    await writeFile(path, pngImage())
    const countImages = async (address: string) => {
      const page = `<html><p>Page <img src="${address}"></p></html>`
      const pdf = await convertWithOffice(new TextEncoder().encode(page), 'html', options)
      return Buffer.from(getBytes(pdf)).toString('latin1').split('/Subtype/Image').length - 1
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
      await convertWithOffice(await docx({ links, body: linkedPicture('link0') }), 'docx', options),
    ).toBeInstanceOf(Uint8Array)
    const section = (target: string) =>
      `<text:section text:name="s"><text:section-source xlink:type="simple" xlink:href="${target}"/><text:p>old</text:p></text:section>`
    const body = `${section(`${origin}/b.txt`)}${section('file:///etc/passwd').replace('"s"', '"t"')}`
    const text = await getText(await convertWithOffice(await odt({ body }), 'odt', options))
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
    const output = await convertWithOffice(await docx(), 'docx', { ...options, office: program })
    const [processes, networks, lines, names] = Buffer.from(getBytes(output)).toString().trim().split('\n')
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
    const output = await convertWithOffice(await docx(), 'docx', { ...options, office: program })
    expect(Buffer.from(getBytes(output)).toString().trim().split('\n')).toEqual([
      'CapInh:CapPrm:CapEff:CapBnd:CapAmb:',
      '0',
      'refused',
      'writable',
    ])
  })

  it('says that it cannot read a file of another type, such as a web page', async () => {
    const page = new TextEncoder().encode('<html><body>Page</body></html>')
    expect(await convertWithOffice(page, 'docx', options)).toBe('unreadable')
  })

  it.each([
    ['computes', 'while :; do :; done', 'work'],
    ['waits', 'sleep 60', 'timeout'],
    ['fails', 'exit 1', 'unreadable'],
    ['writes too much', 'head -c 8000 /dev/zero > output/document.pdf', 'too_large'],
    ['writes far too much', 'head -c 80000 /dev/zero > output/document.pdf', 'too_large'],
    ['writes nothing', ': > output/document.pdf', 'unreadable'],
  ])('says why there is no PDF when the program %s, and leaves no files', async (_, command, result) => {
    const program = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
    await writeFile(program, `#!/bin/sh\n${command}`, { mode: 0o700 })
    const limited = { ...limits, processorSeconds: 1, timeoutSeconds: result === 'timeout' ? 2 : 40 }
    const output = await convertWithOffice(await docx(), 'docx', {
      ...options,
      office: program,
      maxBytes: 6000,
      limits: limited,
    })
    expect([output, leftovers()]).toEqual([result, []])
  })
})

describe.skipIf(findIsolationProblem() !== null)('the program that converts', () => {
  it.each(['Lease 2026-14', "Größe & “Miete” $(id) 'a'", '-o', '契'.repeat(66)])(
    'gets the document under its own name: %s',
    async (name) => {
      const program = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
      const script = `#!/bin/sh
for input; do :; done
[ -s "$input" ] && echo "$input" > "output/$(basename "$input" .docx).pdf"`
      await writeFile(program, script, { mode: 0o700 })
      const output = await convertWithOffice(await docx(), 'docx', { ...options, office: program, name })
      expect(Buffer.from(getBytes(output)).toString()).toBe(`input/${name}.docx\n`)
      expect(leftovers()).toEqual([])
    },
  )
})

describe.skipIf(findIsolationProblem() !== null)('the program that converts', () => {
  it('finds the fonts of the service', async () => {
    const program = join(await mkdtemp(join(tmpdir(), 'paraph-program-')), 'program')
    const script = `#!/bin/sh
for folder in $(sed -n 's|<dir>\\(.*\\)</dir>|\\1|p' "$FONTCONFIG_FILE"); do ls $folder/*.ttf; done > output/document.pdf`
    await writeFile(program, script, { mode: 0o700 })
    const output = await convertWithOffice(await docx(), 'docx', { ...options, office: program })
    const found = Buffer.from(getBytes(output)).toString().trim().split('\n')
    const names = textFontFiles.filter((file) => !file.startsWith('dejavu-')).map((file) => basename(file))
    expect(found.map((file) => basename(file)).sort()).toEqual(names.sort())
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
