/** Writes the types of the TypeScript client from the OpenAPI document: `npm run sdk:types`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript-5'

const HEADER = '/** Made from the OpenAPI document by `npm run sdk:types`. Do not edit. */\n\n'
/** A member that openapi-typescript writes for each absent method or kind of parameter. */
const ABSENT_MEMBER = /^ +\w+\?: never;\n/gm
const PATH_PARAMETERS = /^ {8}parameters: \{\n {8}\};\n/gm

type Members = Record<string, unknown>

// openapi-typescript needs the API of TypeScript 5, which is installed as `typescript-5`.
registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
})
const { default: openapiTS, astToString } = await import('openapi-typescript')

const [target = join(import.meta.dirname, '../sdk/src/openapi.ts')] = process.argv.slice(2)
await writeFile(target, await makeTypes(await openApiDocument()))

/** The OpenAPI document of an installation without configuration, made with a temporary data folder. */
async function openApiDocument(): Promise<object> {
  const dataDir = await mkdtemp(join(tmpdir(), 'paraph-types-'))
  process.env.DATA_DIR = dataDir
  const { reference } = await import('../app/api/v1/reference.ts')
  return reference().finally(() => rm(dataDir, { recursive: true, force: true }))
}

async function makeTypes(document: object): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(withoutUnneeded(document as Members)), {
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
  })
  const { transformed } = ts.transform(nodes, [acceptUndefined])
  return HEADER + astToString(transformed).replaceAll(ABSENT_MEMBER, '').replaceAll(PATH_PARAMETERS, '')
}

/** Optional members take `undefined` also with `exactOptionalPropertyTypes`, which `tsc --init` sets. */
function acceptUndefined(context: ts.TransformationContext): ts.Transformer<ts.Node> {
  const visit = (node: ts.Node): ts.Node => {
    const visited = ts.visitEachChild(node, visit, context)
    if (!ts.isPropertySignature(visited) || !visited.questionToken || !visited.type) return visited
    const { modifiers, name, questionToken, type } = visited
    if (type.kind === ts.SyntaxKind.NeverKeyword) return visited
    const undefinedType = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)
    const union = ts.factory.createUnionTypeNode([type, undefinedType])
    return ts.factory.updatePropertySignature(visited, modifiers, name, questionToken, union)
  }
  return visit
}

/** Removes what the types of a caller do not need: response headers, error responses, examples of bodies. */
function withoutUnneeded({ paths, components, ...document }: Members): object {
  const { schemas } = components as Members
  const operations = mapValues(paths as Members, (item) =>
    mapValues(item as Members, operationWithoutUnneeded),
  )
  return { ...document, paths: operations, components: { schemas } }
}

function operationWithoutUnneeded(operation: unknown): object {
  const { parameters = [], requestBody, responses, ...rest } = operation as Members
  const [success] = Object.entries(responses as Members).filter(([status]) => status.startsWith('2'))
  const [status, response] = success as [string, Members]
  const { description } = response
  return {
    ...rest,
    parameters: (parameters as Members[]).filter((parameter) => 'in' in parameter),
    ...(requestBody ? { requestBody: withoutExamples(requestBody as Members) } : {}),
    responses: { [status]: withoutExamples({ description, content: response.content }) },
  }
}

function withoutExamples({ content, ...rest }: Members): object {
  if (!content) return rest
  return {
    ...rest,
    content: mapValues(content as Members, (media) => ({ schema: (media as Members).schema })),
  }
}

function mapValues(members: Members, transform: (value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, transform(value)]))
}
