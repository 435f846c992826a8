import * as z from 'zod/mini'

/** A picture that came with a form. */
export const formPictureSchema = z.object({
  /** The form's field that it came with. */
  field: z.string(),
  /** Its name in the list. */
  name: z.string().check(z.regex(/^[\w.-]+$/)),
  /** The name that its sender gave it. */
  said: z.string(),
})
export type FormPicture = z.infer<typeof formPictureSchema>

/** A picture that came with a form before, with its file in that form's list. */
export type ComeBackPicture = FormPicture & { path: string }
