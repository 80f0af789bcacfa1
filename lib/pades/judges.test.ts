import { spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPdf } from '#lib/pdf/fixtures/build'
import type { SigningIdentity } from './cms/identity.ts'
import {
  ada,
  allRevisions,
  makeProcessFixture,
  type ProcessFixture,
  samples,
  signedElsewhere,
  time,
  twoPages,
  zhang,
} from './fixtures/process.ts'
import { hasPyHanko } from './fixtures/pyhanko.ts'
import { makeStamping, type TestStamper, testStamper } from './fixtures/stamps.ts'
import { stampQuery, verifyStampResponse } from './time-stamps/time-stamp.ts'
import { verifyStamp } from './time-stamps/time-stamp-verify.ts'
import { verifyPdf } from './verify.ts'

/** Verifies files with independent programs where they are installed. */
const has = (program: string) => spawnSync(program, ['--version']).error === undefined
const folder = mkdtempSync(join(tmpdir(), 'judges-'))
const path = (name: string) => join(folder, name)

/** References to objects that the file does not have, in places where readers look. */
const missingObjects = {
  catalog: '/AcroForm << /Fields [700 0 R] /DR << /Font 701 0 R >> >> /PieceInfo 5000 0 R',
  trailer: '/Info 5001 0 R',
}

let fixture: ProcessFixture
let sealedFile: Uint8Array
let rotated: Uint8Array
let countersigned: Uint8Array
let stamped: Uint8Array
let incomplete: Uint8Array
let stamper: TestStamper

beforeAll(async () => {
  fixture = await makeProcessFixture()
  sealedFile = (await allRevisions(fixture, twoPages())).sealed
  rotated = (await allRevisions(fixture, twoPages({ rotate: 90 }))).sealed
  countersigned = (await allRevisions(fixture, await signedElsewhere(fixture))).sealed
  incomplete = (await allRevisions(fixture, buildPdf(missingObjects))).sealed
  stamper = await testStamper(() => time)
  stamped = (await allRevisions(stampedCast(), twoPages())).sealed
  for (const [name, bytes] of Object.entries({
    sealed: sealedFile,
    rotated,
    countersigned,
    stamped,
    incomplete,
  })) {
    writeFileSync(path(`${name}.pdf`), bytes)
  }
  writeFileSync(path('root.pem'), pem(fixture.authority.certificate))
})
afterAll(() => rmSync(folder, { recursive: true }))

function pem(der: Uint8Array): string {
  return new X509Certificate(der).toString()
}

function stampedCast(): ProcessFixture {
  const stamp = makeStamping(stamper, time)
  const { authority, platform, ada, zhang } = fixture
  const having = (identity: SigningIdentity) => ({ ...identity, stamp })
  return { authority, platform: having(platform), ada: having(ada), zhang: having(zhang) }
}

function run(program: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8' })
  return { text: stdout + stderr, status }
}

describe.skipIf(!has('pdfsig'))('pdfsig', () => {
  test.each(['sealed', 'rotated', 'stamped'])(
    '%s: four valid signatures by name, the last over the whole file',
    (name) => {
      const { text } = run('pdfsig', '-nocert', path(`${name}.pdf`))
      expect(text.match(/Signature Validation: .*/g)).toEqual(
        Array(4).fill('Signature Validation: Signature is Valid.'),
      )
      expect(text.match(/Total document signed/g)).toHaveLength(1)
      expect(text).toContain(`Common Name: ${ada.name}`)
      expect(text).toContain(`Common Name: ${zhang.name}`)
      expect(text.lastIndexOf('Total document signed')).toBeGreaterThan(
        text.lastIndexOf('Not total document signed'),
      )
    },
  )

  test('a file signed before: that signature and all of ours are valid', () => {
    const { text } = run('pdfsig', '-nocert', path('countersigned.pdf'))
    expect(text.match(/Signature is Valid/g)).toHaveLength(6)
    expect(text).toContain('Common Name: Stranger')
  })
})

describe.skipIf(!has('qpdf'))('qpdf', () => {
  test.each(['sealed', 'rotated', 'countersigned', 'stamped', 'incomplete'])('%s: no errors', (name) => {
    const { text, status } = run('qpdf', '--check', path(`${name}.pdf`))
    expect(status).toBe(0)
    expect(text).toContain('No syntax or stream encoding errors found')
    expect(text).not.toMatch(/warning/i)
  })
})

describe.skipIf(!hasPyHanko)('pyHanko', () => {
  test.each(['sealed', 'rotated', 'countersigned', 'stamped', 'incomplete'])(
    '%s: every signature is intact, every later change permitted',
    (name) => {
      const { text, status } = run('python3', 'scripts/interop.py', '-', path(`${name}.pdf`))
      expect(status).toBe(0)
      const { signatures } = JSON.parse(text)
      expect(signatures.length).toBeGreaterThanOrEqual(4)
      for (const signature of signatures)
        expect(signature).toMatchObject({ intact: true, permitted: true, error: null })
    },
  )
})

describe.skipIf(!has('openssl'))('openssl cms -verify -cades', () => {
  test.each(['sealed', 'countersigned', 'stamped'])(
    '%s: every signature is valid, with its chain up to the root',
    async (name) => {
      const bytes = { sealed: sealedFile, countersigned, stamped }[name]!
      const { signatures } = await verifyPdf(bytes)
      expect(signatures.length).toBeGreaterThanOrEqual(4)
      for (const [index, { byteRange }] of signatures.entries()) {
        const [, first, second, last] = byteRange
        const hex = Buffer.from(bytes.subarray(first + 1, second - 1)).toString('latin1')
        writeFileSync(path('cms.der'), Buffer.from(hex, 'hex'))
        const content = Buffer.concat([bytes.subarray(0, first), bytes.subarray(second, second + last)])
        writeFileSync(path('content'), content)
        const args = ['-binary', '-inform', 'DER', '-in', path('cms.der'), '-content', path('content')]
        const trust = ['-CAfile', path('root.pem'), '-purpose', 'any', '-out', path(`out-${index}`)]
        const { text, status } = run('openssl', 'cms', '-verify', '-cades', ...args, ...trust)
        expect(text).toMatch(/verification successful/i)
        expect(status).toBe(0)
      }
    },
  )
})

describe.skipIf(!has('openssl'))('openssl ts', () => {
  const digestOfHello = createHash('sha256').update('hello').digest()

  test('-verify accepts the token for our request and the stamped bytes', async () => {
    writeFileSync(path('token.der'), await makeStamping(stamper, time)(digestOfHello))
    writeFileSync(path('data'), 'hello')
    writeFileSync(path('stamp-root.pem'), pem(stamper.root))
    const args = ['-token_in', '-in', path('token.der'), '-data', path('data')]
    expect(run('openssl', 'ts', '-verify', ...args, '-CAfile', path('stamp-root.pem')).text).toContain('OK')
  })

  test('-reply: we accept the token of an openssl authority for our request', async () => {
    writeFileSync(
      path('tsa.cnf'),
      `[tsa]\ndefault_tsa = ours\n[ours]\nserial = ${path('serial')}\ncrypto_device = builtin\n` +
        'signer_digest = sha256\ndefault_policy = 1.2.3.4\ndigests = sha256\ness_cert_id_alg = sha256\n',
    )
    const use = ['-addext', 'extendedKeyUsage=critical,timeStamping']
    const keyOptions = ['-newkey', 'rsa:2048', '-nodes', '-keyout', path('tsa.key'), '-out', path('tsa.pem')]
    run('openssl', 'req', '-x509', '-subj', '/CN=Their TSA', '-days', '2', ...keyOptions, ...use)
    const query = stampQuery(digestOfHello, new Date())
    writeFileSync(path('query'), query.der)
    const signer = ['-config', path('tsa.cnf'), '-inkey', path('tsa.key'), '-signer', path('tsa.pem')]
    run('openssl', 'ts', '-reply', '-queryfile', path('query'), ...signer, '-out', path('reply'))
    const token = verifyStampResponse(readFileSync(path('reply')), query)
    expect(verifyStamp(token, Buffer.from('hello'))).toMatchObject({
      faults: [],
      stampedAt: expect.any(Date),
    })
  })
})

describe.skipIf(!has('pdftotext'))('pdftotext', () => {
  test.each(['sealed', 'rotated', 'countersigned'])('%s: finds the values in every script', (name) => {
    const { text } = run('pdftotext', '-layout', path(`${name}.pdf`), '-')
    const flat = text.replace(/\s+/g, ' ')
    for (const signer of [ada, zhang]) {
      for (const type of ['date', 'name', 'email', 'company', 'number', 'dropdown'] as const) {
        expect(flat).toContain(samples[signer.id]![type])
      }
    }
    expect(flat).toContain('Příliš žluťoučký kůň')
    expect(flat).toContain('中文签名测试')
    expect(flat).toContain('Ada Lovelace · 2026-03-01 10:00 UTC')
  })
})

describe.skipIf(!has('pdffonts'))('pdffonts', () => {
  test('our fonts are embedded, subset and with a map to Unicode', () => {
    const { text } = run('pdffonts', path('sealed.pdf'))
    const ours = text.split('\n').filter((line) => /Noto|Caveat|DejaVu/.test(line))
    expect(ours.length).toBeGreaterThanOrEqual(3)
    for (const line of ours) {
      expect(line).toMatch(/^[A-Z]{6}\+/)
      expect(line).toMatch(/yes yes yes/)
    }
  })
})
