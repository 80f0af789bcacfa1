'use client'

import { ApiError } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { loginPath } from '#components/api/login-path.ts'
import { ErrorAlert } from '#components/ui/error-alert.tsx'

/** The error message of a query or mutation. */
export function QueryErrorMessage({
  error,
  onRetry,
  title,
  className,
}: {
  error: unknown
  onRetry?: () => void
  title?: string
  className?: string
}) {
  const errorText = useErrorText()
  if (!error) return null
  const apiError = error instanceof ApiError ? error : new ApiError(0, null, null)
  const fieldMessages = Object.values(apiError.fields)
    .flat()
    .filter((message) => message !== apiError.message)
  return (
    <ErrorAlert
      {...(title ? { title } : {})}
      {...(className ? { className } : {})}
      message={[errorText(apiError), ...fieldMessages].join('\n')}
      requestId={apiError.requestId}
      onRetry={onRetry}
      {...(apiError.status === 401 ? { onSignIn: () => location.assign(loginPath()) } : {})}
    />
  )
}
