/** The board's name; also in index.html and the manifest, which load before any script. */
export const NAME = 'Thought Cloud';
