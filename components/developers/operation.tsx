import { CodeBlock } from '#components/developers/code-block.tsx'
import { MethodName } from '#components/developers/method-name.tsx'
import { Code, Prose } from '#components/developers/prose.tsx'
import { Rows } from '#components/developers/rows.tsx'
import type { OperationView } from '#lib/reference/operation-view'

/** One operation: its description on the left, examples on the right. */
export function Operation({ operation }: { operation: OperationView }) {
  const { id, method, path, summary, paragraphs, parameters, body, response, refusals } = operation
  const responseExamples = response.example === undefined ? [] : [JSON.stringify(response.example, null, 2)]
  return (
    <article id={id} className="scroll-mt-20 border-t border-rule py-10">
      <h2 className="heading text-2xl">
        <a href={`#${id}`} className="hover:underline">
          {summary}
        </a>
      </h2>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <MethodName>{method}</MethodName>
        <span className="min-w-0 font-mono text-sm break-all">{path}</span>
      </p>
      <div className="mt-5 grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-7">
          <div className="flex flex-col gap-2 text-ink-soft">
            {paragraphs.map((text) => (
              <p key={text}>
                <Prose>{text}</Prose>
              </p>
            ))}
            <Permissions operation={operation} />
          </div>
          <Rows title="Path" rows={parameters.filter((parameter) => parameter.in === 'path')} />
          <Rows title="Query" rows={parameters.filter((parameter) => parameter.in === 'query')} />
          {body ? <Rows title="Body" description={body.media} rows={body.rows} /> : null}
          <Rows title="Response" description={response.status} rows={response.rows} fold />
          <ResponseSection operation={operation} />
          <ErrorList refusals={refusals} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <CodeBlock
            name={`Example: ${summary}`}
            examples={[
              { label: 'curl', code: operation.curl },
              { label: 'TypeScript', code: operation.typescript },
            ]}
          />
          {responseExamples.map((code) => (
            <CodeBlock
              key="response"
              name={`Response: ${summary}`}
              examples={[{ label: `Response, ${response.status}`, code }]}
            />
          ))}
        </div>
      </div>
    </article>
  )
}

function Permissions({ operation: { access, roles, scope } }: { operation: OperationView }) {
  if (access === 'public') return <p>Public: no credential is needed.</p>
  if (access === 'signer') return <p>For signers: the token of the signing link is the credential.</p>
  if (roles.length === 0) return <p>Requires an access token in the Authorization header.</p>
  return (
    <p>
      {scope ? (
        <>
          API keys need the scope <Code>{scope}</Code>.{' '}
        </>
      ) : (
        'Not for API keys: a user must be signed in. '
      )}
      {roles.length === 3 ? 'Users of every role are allowed.' : null}
      {roles.length < 3 ? (
        <>
          Users need the role <Code>{roles.join(' or ')}</Code>.
        </>
      ) : null}
    </p>
  )
}

function ResponseSection({ operation: { response } }: { operation: OperationView }) {
  const files = response.media.filter((type) => type !== 'application/json')
  if (files.length === 0 && response.headers.length === 0 && response.status !== '204') return null
  return (
    <p className="text-sm text-ink-soft">
      {response.status === '204' ? 'The response is 204 without a body. ' : null}
      {files.length > 0
        ? `The response ${response.rows.length > 0 ? 'may be' : 'is'} a file: ${files.join(' or ')}. `
        : null}
      {response.headers.length > 0 ? `Headers: ${response.headers.join(', ')}.` : null}
    </p>
  )
}

function ErrorList({ refusals }: Pick<OperationView, 'refusals'>) {
  return (
    <div>
      <h3 className="font-serif text-lg italic">Errors</h3>
      <dl className="mt-2 grid grid-cols-[3rem_minmax(0,1fr)] gap-y-1.5 text-sm">
        {refusals.map(({ status, codes }) => (
          <div key={status} className="contents">
            <dt className="figures text-ink-soft">{status}</dt>
            <dd className="flex flex-wrap gap-1.5">
              {codes.map((code) => (
                <Code key={code}>{code}</Code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
