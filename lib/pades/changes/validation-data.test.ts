import { deflateSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { loadPdf } from '#lib/pdf/file/load'
import { buildPdf, catalogNumber, stream } from '#lib/pdf/fixtures/build'
import { toRevision } from './timeline.ts'
import { lacksData, readStore } from './validation-data.ts'

const streams = { 30: stream('one'), 31: stream('two') }
const digest = 'ED42D08545450A72D00286D61A3B454D29B72B7C'
const getStore = async (store: string, objects: Record<number, string> = {}) =>
  readStore(
    toRevision(await loadPdf(buildPdf({ catalog: `/DSS ${store}`, objects: { ...streams, ...objects } }))),
  )

describe('the validation data of a revision', () => {
  test('is what its arrays lead to, and it knows the places of its own parts', async () => {
    const store = await getStore('20 0 R', {
      20: '<< /Type /DSS /Certs 21 0 R /VRI << /AB 22 0 R >> >>',
      21: '[30 0 R]',
      22: '<< /Type /VRI /CRL [31 0 R] /TS 30 0 R /TU (D:2026) >>',
    })
    expect(store.fault).toBeNull()
    expect([...store.streams.keys()].sort()).toEqual([30, 31])
    expect([...store.nodes].sort()).toEqual(['20/Certs', '20/VRI/AB', `${catalogNumber}/DSS`].sort())
  })

  test('is read once where many entries share it', async () => {
    const entries = Array.from(
      { length: 200 },
      (_, index) => `/A${index} 22 0 R /B${index} << /OCSP 21 0 R >>`,
    )
    const objects = { 21: `[${'30 0 R '.repeat(200)}]`, 22: '<< /Cert 21 0 R /CRL [31 0 R] >>' }
    const catalog = `/DSS << /VRI << ${entries.join(' ')} >> >>`
    const revision = toRevision(await loadPdf(buildPdf({ catalog, objects: { ...streams, ...objects } })))
    const resolve = vi.fn(revision.resolve)
    const store = readStore({ ...revision, resolve })
    expect([store.fault, [...store.streams.keys()].sort(), store.signatures.size]).toEqual([
      null,
      [30, 31],
      400,
    ])
    expect(store.nodes).toContain(`${catalogNumber}/DSS/VRI/A199`)
    expect(store.nodes).toContain(`${catalogNumber}/DSS/VRI/B199/OCSP`)
    // Of 400 entries and of one array.
    expect(resolve.mock.calls.length).toBeLessThan(1000)
  })

  test.each([
    // The same dictionary as another part of it.
    ['20 0 R', 'a /Certs that is not a dictionary'],
    ['<< /X 30 0 R >>', 'the entry /X'],
    ['<< /Certs 30 0 R >>', 'a /Certs that is not an array'],
    ['<< /OCSPs [(text)] >>', 'a /OCSPs that is not a stream'],
    ['<< /CRLs [3 0 R] >>', 'a /CRLs that is not a stream'],
    ['<< /VRI [] >>', 'a /VRI that is not a dictionary'],
    ['<< /VRI << /AB << /X 1 >> >> >>', 'the entry /X'],
    [`<< /VRI << /AB << /${digest} << /X 1 >> >> >> >>`, 'the entry /X'],
    [`<< /VRI << /AB << /${digest} << /${digest} << >> >> >> >> >>`, `the entry /${digest}`],
    [`<< /${digest} << /TU (D:2026) >> >>`, `the entry /${digest}`],
    ['30 0 R', 'a /DSS that is not a dictionary'],
    ['[]', 'a /DSS that is not a dictionary'],
  ])('%s has %s', async (store, fault) => {
    expect((await getStore(store, { 20: '<< /Certs [30 0 R] /VRI 20 0 R >>' })).fault).toBe(fault)
  })

  test('may have what is for one signature inside of what is for another', async () => {
    const store = await getStore(`<< /VRI << /AB << /${digest} << /TU (D:2026) /CRL [31 0 R] >> >> >> >>`)
    expect([store.fault, [...store.signatures], [...store.streams.keys()]]).toEqual([null, ['AB'], [31]])
  })

  test('lacks data only where its content is nowhere else', async () => {
    const both = await getStore('<< /Certs [30 0 R 31 0 R] >>')
    const one = await getStore('<< /CRLs [30 0 R] >>')
    const copies = await getStore('<< /Certs [32 0 R] /VRI << /AB << /Cert [33 0 R] >> >> >>', {
      32: stream('two'),
      33: stream('one'),
    })
    expect(lacksData(both, one)).toBe(true)
    expect(lacksData(one, both)).toBe(false)
    expect(lacksData(both, copies)).toBe(false)
    expect(lacksData(both, await getStore('<< >>'))).toBe(true)
  })

  test('is not inflated where a stream is compressed twice', async () => {
    const one = await getStore('<< /Certs [30 0 R] >>')
    const data = deflateSync(deflateSync('one')).toString('latin1')
    const twice = stream(data, '/Filter [/FlateDecode /FlateDecode]')
    expect(lacksData(one, await getStore('<< /Certs [32 0 R] >>', { 32: twice }))).toBe(true)
  })
})
