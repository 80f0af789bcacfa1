import { viewBytes } from '#lib/core/runtime/bytes'

/** The bytes that are looked at, as a multiple of the length of the file: objects of one file do not overlap. */
const maxReadings = 2
const keyword = Buffer.from('obj')
/** By byte: 1 for one that belongs to a word, 0 for white space and delimiters. A table, because it is asked for most bytes. */
const regular = new Uint8Array(256).fill(1)
for (const byte of Buffer.from('\0\t\n\f\r ()<>[]{}/%')) regular[byte] = 0

/**
 * Whether an array or a dictionary has a delimiter that ends nothing: `)`, `{` or `}` outside of strings and comments
 * (ISO 32000-2, 7.2.3). The lenient parser of @libpdf/core would read it again and again. True also where objects
 * contain each other so often that looking would take too long. Objects in object streams are not looked at.
 */
export function hasStrayDelimiter(bytes: Uint8Array): boolean {
  const file = viewBytes(bytes)
  let rest = maxReadings * file.length
  for (let at = file.indexOf(keyword); at >= 0; at = file.indexOf(keyword, at + 3)) {
    const start = at + keyword.length
    // `endobj` and longer words; a digit needs no space after it.
    if (isRegular(file[start]) || (isRegular(file[at - 1]) && !isDigit(file[at - 1]!))) continue
    const end = endOfContainer(file, start)
    if (end === null) return true
    rest -= end - start
    if (rest < 0) return true
  }
  return false
}

/**
 * The end of the array or dictionary at an offset, or of the file where it has none, as @libpdf/core finds it or later:
 * a closing delimiter that does not fit is passed over. `offset` itself for other values; null at a stray delimiter.
 */
export function endOfContainer(file: Buffer, offset: number): number | null {
  const open: ('[' | '<<')[] = []
  let at = offset
  while (at < file.length) {
    switch (file[at]) {
      case 0x28: // (
        if (open.length === 0) return offset
        at = afterString(file, at)
        break
      case 0x25: // %
        at = afterComment(file, at)
        break
      case 0x3c: // <
        if (file[at + 1] === 0x3c) {
          open.push('<<')
          at += 2
        } else {
          if (open.length === 0) return offset
          at = afterHex(file, at)
        }
        break
      case 0x5b: // [
        open.push('[')
        at++
        break
      case 0x3e: // >
        at += file[at + 1] === 0x3e ? 2 : 1
        if (open.at(-1) === '<<') open.pop()
        if (open.length === 0) return at
        break
      case 0x5d: // ]
        at++
        if (open.at(-1) === '[') open.pop()
        if (open.length === 0) return at
        break
      case 0x29: // )
      case 0x7b: // {
      case 0x7d: // }
        return open.length === 0 ? offset : null
      default:
        if (open.length === 0 && isRegular(file[at])) return offset
        do at++
        while (regular[file[at]!] === 1)
    }
  }
  return at
}

/** The offset after the literal string (7.3.4.2) at an offset. */
function afterString(file: Buffer, offset: number): number {
  let depth = 0
  let at = offset
  do {
    const byte = file[at]
    if (byte === 0x5c) at++
    else if (byte === 0x28) depth++
    else if (byte === 0x29) depth--
    at++
  } while (depth > 0 && at < file.length)
  return at
}

function afterHex(file: Buffer, offset: number): number {
  const end = file.indexOf('>', offset)
  return end < 0 ? file.length : end + 1
}

function afterComment(file: Buffer, offset: number): number {
  let at = offset
  while (at < file.length && file[at] !== 0x0a && file[at] !== 0x0d) at++
  return at
}

function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && regular[byte] === 1
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}
