import { Ajv2020 } from 'ajv/dist/2020.js'

/**
 * Prepares checks by the schemas of an OpenAPI document, with JSON Schema 2020-12 but without formats.
 * @returns a function that tells what is wrong with a value by the schema at a path in the document
 */
export function makeSchemaValidator(document: object) {
  // Not strict: the document has keywords of OpenAPI, such as `example`. Optimizing takes longer than the checks.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    allErrors: true,
    code: { optimize: false },
  })
  ajv.addSchema(document, 'openapi')
  return (path: string[], value: unknown): string[] => {
    const names = path.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')))
    const validate = ajv.getSchema(`openapi#/${names.join('/')}`)
    if (!validate) throw new Error(`No schema at ${path.join(' ')}`)
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
