/**
 * `npm run interop [-- FILES…]`: checks signed PDFs with pyHanko, an independent signature library: every signature
 * must be intact, and its difference analysis must permit every later revision. Without FILES it checks samples made by
 * our engines. Without python3 or a package index it prints that nothing was checked and exits with 0.
 * `INTEROP_JUDGE` names a command that checks the files too, for example one around DSS of the European Commission: it
 * gets them as arguments, and prints the lines that interop.py prints.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PDF } from '@libpdf/core'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { testAuthority } from '#lib/pades/fixtures/authority'
import { prepareRevision } from '#lib/pades/prepare'
import { sealRevision } from '#lib/pades/seal'
import { signRevision } from '#lib/pades/sign'
import { checkPdf } from '#lib/pdf/check/check'
import { buildPdf, type FixtureOptions } from '#lib/pdf/fixtures/build'
import type { PageGeometry } from '#lib/pdf/geometry'
import type { EngineSigner, FieldType, Zone } from '#lib/pdf/zones'

interface Judgement {
  field: string
  signer: string
  intact: boolean
  trusted: boolean
  coverage: string
  changes: string
  permitted: boolean
  error: string | null
}

interface Verdict {
  file: string
  signatures: Judgement[]
  error?: string
}

interface Sample {
  name: string
  pdf: Uint8Array
  zones: (pages: PageGeometry[]) => Zone[]
}

const signers: EngineSigner[] = [
  { id: 'a', name: 'Zoë Ångström' },
  { id: 'b', name: 'Γιώργος 王小明' },
]
const types: FieldType[] = [
  'signature',
  'initials',
  'date',
  'name',
  'text',
  'number',
  'checkbox',
  'radio',
  'dropdown',
]

process.exitCode = await main(process.argv.slice(2))

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const python = findPython()
  if (typeof python !== 'string') {
    console.log(`Interoperability was not judged: ${python.reason}.`)
    return 0
  }
  const missingFiles = args.filter((file) => !existsSync(file))
  if (missingFiles.length > 0) {
    console.log(`There is no file ${missingFiles.join(', ')}.`)
    return 1
  }
  if (args.length > 0) return report(judge(python, args)) ? 0 : 1
  const folder = mkdtempSync(join(tmpdir(), 'interop-files-'))
  try {
    return report(judge(python, await makeFiles(folder))) ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The interpreter of a virtual environment that has pyHanko, or why there is none. */
function findPython(): string | { reason: string } {
  const home = join(process.env.DATA_DIR ?? tmpdir(), 'interop-venv')
  const interpreter = join(home, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')
  if (succeeds(interpreter, ['-c', 'import pyhanko, pyhanko_certvalidator'])) return interpreter
  if (!succeeds('python3', ['--version'])) return { reason: 'there is no python3 here' }
  mkdirSync(home, { recursive: true })
  if (!succeeds('python3', ['-m', 'venv', home]))
    return { reason: 'python3 cannot make a virtual environment' }
  const packages = ['pyHanko', 'pyhanko-certvalidator']
  if (!succeeds(interpreter, ['-m', 'pip', 'install', '--quiet', ...packages]))
    return { reason: 'pyHanko could not be installed from a package index' }
  return interpreter
}

function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 300_000 }).status === 0
}

function judge(interpreter: string, files: string[]): Verdict[] {
  const { INTEROP_JUDGE } = process.env
  return [
    ...judgeWith(interpreter, [join(import.meta.dirname, 'interop.py'), ...files]),
    ...(INTEROP_JUDGE ? judgeWith(INTEROP_JUDGE, files) : []),
  ]
}

function judgeWith(command: string, args: string[]): Verdict[] {
  return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Verdict)
}

/** Prints every signature. @returns whether all are intact and all later changes permitted */
function report(verdicts: Verdict[]): boolean {
  const rows = verdicts.flatMap(({ file, signatures }) =>
    signatures.map(({ signer, field, intact, coverage, changes, permitted }) => ({
      file: basename(file),
      signer: signer || field,
      intact: intact ? 'yes' : 'NO',
      coverage: coverage.toLowerCase().replaceAll('_', ' '),
      'later changes': changes.toLowerCase().replaceAll('_', ' '),
      permitted: permitted ? 'yes' : 'NO',
    })),
  )
  console.table(rows)
  const errors = verdicts.flatMap(findErrors)
  for (const error of errors) console.log(error)
  const summary =
    errors.length === 0 ? 'every signature intact, every later revision permitted' : 'not in order'
  console.log(`${verdicts.length} verdicts, ${rows.length} signatures, ${errors.length} errors: ${summary}.`)
  return errors.length === 0
}

function findErrors({ file, signatures, error }: Verdict): string[] {
  if (error) return [`${basename(file)}: ${error}`]
  if (signatures.length === 0) return [`${basename(file)}: holds no signature.`]
  return signatures
    .filter(({ intact, permitted }) => !intact || !permitted)
    .map(({ signer, field, error }) => `${basename(file)}, ${signer || field}: ${error ?? 'not valid'}`)
}

async function makeFiles(folder: string): Promise<string[]> {
  const authority = await testAuthority('Interop Root')
  const platform = await authority.identity('Interop Platform')
  const identities = await Promise.all(signers.map(({ name }) => authority.identity(name)))
  const files: string[] = []
  for (const { name, pdf, zones } of await samples(await authority.identity('An earlier signer'))) {
    const check = await checkPdf(pdf, { maxPages: 2000 })
    if (!check.ok) throw new Error(`${name}: ${check.message}`)
    const { pages, repaired } = check
    const allZones = zones(pages)
    const path = join(folder, `${name}.pdf`)
    let { bytes } = await prepareRevision(repaired ?? pdf, {
      zones: allZones,
      signers,
      certify: platform,
      pages,
      at: now(),
    })
    for (const [index, signer] of signers.entries()) {
      const values = Object.fromEntries(
        allZones.filter((zone) => zone.signer === signer.id).flatMap(valueFor),
      )
      const signature = { kind: 'text', text: signer.name } as const
      bytes = await signRevision(bytes, {
        signer,
        values,
        signature,
        identity: identities[index]!,
        at: now(),
      })
    }
    writeFileSync(path, await sealRevision(bytes, { identity: platform, at: now() }))
    files.push(path)
  }
  return files
}

/** Unsigned or already signed PDFs of every kind that the engines must support. */
async function samples(earlier: SigningIdentity): Promise<Sample[]> {
  const rotated: FixtureOptions = {
    pages: [0, 90, 180, 270].map((rotate) => ({
      mediaBox: [-40, -30, 560, 770],
      cropBox: [-20, -10, 500, 700],
      rotate,
    })),
  }
  const plainOptions: FixtureOptions = {
    pages: [{ mediaBox: [0, 0, 595, 842] }, { mediaBox: [0, 0, 595, 842] }],
  }
  const form = {
    catalog: '/AcroForm << /Fields [20 0 R] /DA (/Helv 0 Tf 0 g) >>',
    objects: { 20: '<< /FT /Tx /T (older) /V (kept) /Type /Annot /Subtype /Widget /Rect [10 10 90 30] >>' },
  }
  return [
    { name: 'plain', pdf: buildPdf(plainOptions), zones: makeZonesOfEveryType },
    {
      name: 'xref-stream',
      pdf: buildPdf({ ...plainOptions, format: 'stream' }),
      zones: makeZonesOfEveryType,
    },
    {
      name: 'object-streams',
      pdf: buildPdf({ ...plainOptions, format: 'object-streams' }),
      zones: makeZonesOfEveryType,
    },
    { name: 'rotated-cropped', pdf: buildPdf(rotated), zones: makeZonesOfEveryType },
    { name: 'with-form', pdf: buildPdf({ ...plainOptions, ...form }), zones: makeZonesOfEveryType },
    { name: 'signature-page', pdf: buildPdf(plainOptions), zones: () => [] },
    {
      name: 'signed-before',
      pdf: await signEarlier(buildPdf(plainOptions), earlier),
      zones: makeZonesOfEveryType,
    },
    {
      name: 'signed-before-invisible',
      pdf: await signEarlier(buildPdf(plainOptions), earlier),
      zones: () => [],
    },
  ]
}

/** Signs with the signer of @libpdf/core, in place of another product. */
async function signEarlier(bytes: Uint8Array, identity: SigningIdentity): Promise<Uint8Array> {
  const { certificate, chain, sign } = identity
  const pdf = await PDF.load(bytes)
  const signer = {
    certificate,
    certificateChain: chain,
    keyType: 'EC',
    signatureAlgorithm: 'ECDSA',
    sign,
  } as const
  return (await pdf.sign({ signer, digestAlgorithm: 'SHA-256' })).bytes
}

/** Each signer has a zone of each type on every page, one signer left, one right. */
function makeZonesOfEveryType(pages: PageGeometry[]): Zone[] {
  return pages.flatMap((page) =>
    signers.flatMap((signer, side) =>
      types.map((type, index) => ({
        id: `${signer.id}-${page.number}-${type}`,
        signer: signer.id,
        type,
        page: page.number,
        required: true,
        x: 20 + (side * page.width) / 2,
        y: 20 + index * 45,
        width: 150,
        height: 36,
        ...(['radio', 'dropdown'].includes(type) && { options: ['One', 'Two'] }),
      })),
    ),
  )
}

function valueFor({ id, type }: Zone): [string, string | boolean][] {
  if (type === 'signature' || type === 'initials') return []
  if (type === 'checkbox') return [[id, true]]
  if (type === 'radio' || type === 'dropdown') return [[id, 'Two']]
  return [[id, type === 'number' ? '42' : 'Ünïcode Ελλάδα Привет 文件']]
}

function now(): Date {
  return new Date()
}
