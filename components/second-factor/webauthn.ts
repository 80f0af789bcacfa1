import type { Input } from '#sdk/operations.ts'

type NewCredential = Input<'POST /user/passkeys'>['body']['credential']
export type UsedCredential = NonNullable<Input<'POST /auth/reauthenticate'>['body']['passkey']>

/** Whether this browser can use passkeys: it needs https, or localhost. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential
}

/** Lets the user create a passkey. @returns `RegistrationResponseJSON`; null when the user gave up */
export function createPasskey(options: object): Promise<NewCredential | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  return toJson(navigator.credentials.create({ publicKey }))
}

/** Lets the user choose and use a passkey. @returns `AuthenticationResponseJSON`; null when the user gave up */
export function getPasskey(options: object): Promise<UsedCredential | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  return toJson(navigator.credentials.get({ publicKey }))
}

async function toJson<Json>(request: Promise<Credential | null>): Promise<Json | null> {
  // The browser throws when the user gives up, after a timeout, and for a device that has a passkey already.
  const credential = await request.catch(() => null)
  return credential ? ((credential as PublicKeyCredential).toJSON() as Json) : null
}
