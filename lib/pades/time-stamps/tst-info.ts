import { dotted, parse, readChildren, readInteger, readOctets, readTime } from '../cms/asn1.ts'

/** Content of a time stamp (TSTInfo, RFC 3161, 2.4.2). */
interface TstInfo {
  /** Object identifier of the hash algorithm of `digest`. */
  hashAlgorithm: string
  digest: Uint8Array
  /** genTime. */
  time: Date
  /** Repeats the nonce of the request. */
  nonce: bigint | undefined
}

/** Reads a TSTInfo. @throws Error when it is none */
export function readTstInfo(der: Uint8Array): TstInfo {
  const [, , imprint, , genTime, ...optional] = readChildren(parse(der))
  const [algorithm, hashed] = readChildren(imprint)
  const digest = readOctets(hashed)
  const time = readTime(genTime)
  if (!digest) throw new Error('the time stamp is incomplete')
  if (!time) throw new Error('the time of the time stamp is invalid')
  const nonce = optional.map(readInteger).find((value) => value !== undefined)
  return { hashAlgorithm: dotted(readChildren(algorithm)[0]), digest, time, nonce }
}
