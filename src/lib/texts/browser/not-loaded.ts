/** Said of a press whose script is out of reach. */
export const NOT_LOADED = 'This could not be loaded. Please try again when you are back online.'
