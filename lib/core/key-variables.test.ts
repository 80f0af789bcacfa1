import { expect, it } from 'vitest'
import { keyVariables, listNamedFiles } from './key-variables.ts'

it('every variable that names a file is listed with it, but no password and no key of an HSM or KMS', () => {
  const variables = Object.keys(keyVariables)
  const named = Object.fromEntries(variables.map((variable) => [variable, ` /keys/${variable} `]))
  expect(listNamedFiles(named)).toEqual(
    variables
      .filter((variable) => !variable.endsWith('_PASSWORD'))
      .map((variable) => ({ variable, path: `/keys/${variable}` })),
  )
  const elsewhere = {
    SEAL_KEY: 'pkcs11:token=paraph;object=seal?module-path=/usr/lib/softhsm/libsofthsm2.so',
    SEAL_CERTIFICATE: 'seal.pem',
    AUTHORITY_KEY: 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd',
    TRUSTED_ROOTS: ' ',
    PORT: '3000',
  }
  expect(listNamedFiles(elsewhere)).toEqual([{ variable: 'SEAL_CERTIFICATE', path: 'seal.pem' }])
})
