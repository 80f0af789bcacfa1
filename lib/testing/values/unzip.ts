import { inflateRawSync } from 'node:zlib'

/** The method of an entry that is compressed. */
const DEFLATED = 8

/** The bytes of each entry of a ZIP by its path. The offsets are those of APPNOTE.TXT, section 4.3. */
export function unzip(bytes: Uint8Array): Map<string, Buffer> {
  const zip = Buffer.from(bytes)
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const entries = new Map<string, Buffer>()
  let offset = zip.readUInt32LE(end + 16)
  for (let entriesLeft = zip.readUInt16LE(end + 10); entriesLeft > 0; entriesLeft--) {
    const [size, nameLength] = [zip.readUInt32LE(offset + 20), zip.readUInt16LE(offset + 28)]
    const method = zip.readUInt16LE(offset + 10)
    const name = zip.toString('utf8', offset + 46, offset + 46 + nameLength)
    const localHeader = zip.readUInt32LE(offset + 42)
    const dataStart =
      localHeader + 30 + zip.readUInt16LE(localHeader + 26) + zip.readUInt16LE(localHeader + 28)
    const data = zip.subarray(dataStart, dataStart + size)
    entries.set(name, method === DEFLATED ? inflateRawSync(data) : data)
    offset += 46 + nameLength + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32)
  }
  return entries
}
