/**
 * `npm run interop [-- FILES AND FOLDERS…]`: judges signed PDFs with independent validators, and prints level,
 * indication and later changes of every signature. It fails unless every signature is intact and every later revision
 * permitted. Without arguments it judges samples made by our engines.
 *
 * pyHanko is installed from a package index where python3 is; without either it prints that nothing was judged and
 * exits with 0. `INTEROP_PYTHON` names an interpreter that has it. DSS of the European Commission judges too where
 * `DSS_HOME` is a folder with its libraries (dss-pades-pdfbox, dss-validation and what they need): `DSS_ANCHOR` is a
 * PEM file of roots to trust, for pyHanko too, `DSS_POLICY` a validation policy. `INTEROP_JUDGE` names one more
 * validator: it gets the files as arguments, and prints the lines that interop.py prints.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
  /** Baseline level, and status indication with sub-indication; a judge may not say them. */
  level?: string
  indication?: string
  intact: boolean
  trusted: boolean
  coverage: string
  changes: string
  permitted: boolean
  error: string | null
  /** What a judge remarks without a consequence; DSS only. */
  warnings?: string[]
}

interface Verdict {
  judge: string
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
  if (args.length > 0) return report(judge(python, args.flatMap(listPdfs))) ? 0 : 1
  const folder = mkdtempSync(join(tmpdir(), 'interop-files-'))
  try {
    return report(judge(python, await makeFiles(folder))) ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function listPdfs(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
  return names.filter((name) => /\.pdf$/i.test(name)).map((name) => join(path, name))
}

/** An interpreter that has pyHanko, by default of a virtual environment, or why there is none. */
function findPython(): string | { reason: string } {
  const { INTEROP_PYTHON } = process.env
  if (INTEROP_PYTHON) return INTEROP_PYTHON
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
  const { DSS_HOME, DSS_ANCHOR = '-', INTEROP_JUDGE } = process.env
  const script = (name: string) => join(import.meta.dirname, name)
  const dss = ['-cp', join(DSS_HOME ?? '', '*'), script('InteropDss.java'), DSS_ANCHOR, ...files]
  return [
    ...judgeWith('pyHanko', interpreter, [script('interop.py'), DSS_ANCHOR, ...files]),
    ...(DSS_HOME ? judgeWith('DSS', 'java', dss) : []),
    ...(INTEROP_JUDGE ? judgeWith(basename(INTEROP_JUDGE), INTEROP_JUDGE, files) : []),
  ]
}

function judgeWith(name: string, command: string, args: string[]): Verdict[] {
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  const output = execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1e8, stdio: [...stdio] }).trim()
  return output.split('\n').map((line) => ({ judge: name, ...JSON.parse(line) }) as Verdict)
}

/** Prints every signature, and how many there are of each kind. @returns whether all are intact and all later changes permitted */
function report(verdicts: Verdict[]): boolean {
  const rows = verdicts.flatMap(({ judge: name, file, signatures }) =>
    signatures.map(({ signer, field, level, intact, coverage, changes, permitted, ...judgement }) => ({
      judge: name,
      file: basename(file),
      signer: signer || field,
      level: level ?? '',
      indication: judgement.indication ?? judgement.error ?? '',
      intact: intact ? 'yes' : 'NO',
      coverage: coverage.toLowerCase().replaceAll('_', ' '),
      'later changes': changes.toLowerCase().replaceAll('_', ' '),
      permitted: permitted ? 'yes' : 'NO',
    })),
  )
  console.table(rows)
  printCounts(verdicts)
  const errors = verdicts.flatMap(findErrors)
  for (const error of errors) console.log(error)
  const summary =
    errors.length === 0 ? 'every signature intact, every later revision permitted' : 'not in order'
  console.log(`${verdicts.length} verdicts, ${rows.length} signatures, ${errors.length} errors: ${summary}.`)
  return errors.length === 0
}

/** Prints how many signatures are alike, and how many have each warning. */
function printCounts(verdicts: Verdict[]): void {
  const all = verdicts.flatMap(({ judge: name, file, signatures }) =>
    signatures.map((signature) => ({ name, file, ...signature })),
  )
  const kinds = Map.groupBy(all, ({ name, level = '', indication, intact }) =>
    [name, level || 'time stamp', indication || 'not judged', intact ? 'intact' : 'NOT INTACT'].join(', '),
  )
  const warned = all.flatMap(({ name, file, warnings = [] }) =>
    warnings.map((warning) => ({ file, text: `${name} warns: ${warning}` })),
  )
  const count = (items: { file: string }[]) => ({
    signatures: items.length,
    files: new Set(items.map(({ file }) => file)).size,
  })
  const groups = [...kinds, ...Map.groupBy(warned, ({ text }) => text)]
  console.table(Object.fromEntries(groups.map(([key, items]) => [key, count(items)])))
}

function findErrors({ judge: name, file, signatures, error }: Verdict): string[] {
  if (error) return [`${name}, ${basename(file)}: ${error}`]
  if (signatures.length === 0) return [`${name}, ${basename(file)}: holds no signature.`]
  return signatures
    .filter(({ intact, permitted }) => !intact || !permitted)
    .map(
      ({ signer, field, error }) => `${name}, ${basename(file)}, ${signer || field}: ${error ?? 'not valid'}`,
    )
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
