import { decrypt, encrypt } from '#lib/core/secretbox'

/** Personal data of a job: JSON, encrypted, in Base64. Jobs of all tenants share one table. */
export interface EncryptedData {
  encrypted: string
}

/** Encrypts the data of a job of `queue`. */
export function encryptData(queue: string, data: object): EncryptedData {
  return { encrypted: encrypt(queue, Buffer.from(JSON.stringify(data))).toString('base64') }
}

/** Reverses `encryptData`; what an earlier version has enqueued in clear is returned as it is. */
export function decryptData<T extends object>(queue: string, data: EncryptedData | T): T {
  if (!('encrypted' in data)) return data
  return JSON.parse(decrypt(queue, Buffer.from(data.encrypted, 'base64')).toString())
}
