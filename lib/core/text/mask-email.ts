/** Hides an address except for its first letter and domain: `a***@example.com`. */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`
}
