type Keys = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** Whether a press on a link opens it in another tab or window. */
export const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: Keys): boolean =>
  ctrlKey || metaKey || shiftKey
