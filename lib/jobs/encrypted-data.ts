import { decrypt, encrypt } from '#lib/core/secretbox'

/** Personal data of a job: JSON, encrypted, in Base64. Jobs of all tenants share one table. */
export interface EncryptedData {
  encrypted: string
}

/** Encrypts the data of a job of `queue`. */
export function encryptData(queue: string, data: object): EncryptedData {
  return { encrypted: encrypt(queue, Buffer.from(JSON.stringify(data))).toString('base64') }
}

/** Reverses `encryptData`. */
export function decryptData<T extends object>(queue: string, { encrypted }: EncryptedData): T {
  return JSON.parse(decrypt(queue, Buffer.from(encrypted, 'base64')).toString())
}
