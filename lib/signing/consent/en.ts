/**
 * Consent to sign electronically, in English. A changed text is a new version: old ones are told apart by their hash.
 */
export const en = {
  version: '2026-01-en',
  text: `I have read the documents shown to me and agree to sign them electronically. My electronic signature is meant to bind me as my handwritten one would.
I agree that my name, email address, the time, my network address and browser, and what I enter here are recorded with the documents as evidence, and that the finished documents may be sent to me and to the other parties electronically.
I may refuse instead of signing.`,
}
