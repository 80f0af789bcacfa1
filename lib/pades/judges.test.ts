import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ada,
  type Cast,
  makeCast,
  samples,
  signedElsewhere,
  twoPages,
  wholeChain,
  zhang,
} from './fixtures-process.ts'
import { verifyPdf } from './verify.ts'

/** Programs by others judge the same file where this machine has them. */
const has = (program: string) => spawnSync(program, ['--version']).error === undefined
const folder = mkdtempSync(join(tmpdir(), 'judges-'))
const path = (name: string) => join(folder, name)

let cast: Cast
let sealed: Uint8Array
let rotated: Uint8Array
let countersigned: Uint8Array

beforeAll(async () => {
  cast = await makeCast()
  sealed = (await wholeChain(cast, twoPages())).sealed
  rotated = (await wholeChain(cast, twoPages({ rotate: 90 }))).sealed
  countersigned = (await wholeChain(cast, await signedElsewhere(cast))).sealed
  for (const [name, bytes] of Object.entries({ sealed, rotated, countersigned })) {
    writeFileSync(path(`${name}.pdf`), bytes)
  }
  const root = Buffer.from(cast.authority.certificate).toString('base64')
  writeFileSync(path('root.pem'), `-----BEGIN CERTIFICATE-----\n${root}\n-----END CERTIFICATE-----\n`)
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(program: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8' })
  return { text: stdout + stderr, status }
}

describe.skipIf(!has('pdfsig'))('pdfsig', () => {
  test.each(['sealed', 'rotated'])(
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
  test.each(['sealed', 'rotated', 'countersigned'])('%s: no complaint', (name) => {
    const { text, status } = run('qpdf', '--check', path(`${name}.pdf`))
    expect(status).toBe(0)
    expect(text).toContain('No syntax or stream encoding errors found')
    expect(text).not.toMatch(/warning/i)
  })
})

describe.skipIf(!has('openssl'))('openssl cms -verify -cades', () => {
  test.each(['sealed', 'countersigned'])('%s: every byte range, up to the root', async (name) => {
    const bytes = name === 'sealed' ? sealed : countersigned
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
  })
})

describe.skipIf(!has('pdftotext'))('pdftotext', () => {
  test.each(['sealed', 'rotated', 'countersigned'])('%s: finds the values in every script', (name) => {
    const { text } = run('pdftotext', '-layout', path(`${name}.pdf`), '-')
    const flat = text.replace(/\s+/g, ' ')
    for (const party of [ada, zhang]) {
      for (const type of ['date', 'name', 'email', 'company', 'number', 'dropdown'] as const) {
        expect(flat).toContain(samples[party.id]![type])
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
