/** Kinds of active content; `findActiveContent` looks for them. */
export const activeContentKinds = [
  'javascript',
  'launch',
  'additional_actions',
  'embedded_files',
  'xfa',
] as const
export type ActiveContent = (typeof activeContentKinds)[number]
