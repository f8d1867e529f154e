// Loaded before WebKit's libraries, it lets an automated browser keep its data in files, in the folder WEBKIT_DATA,
// as others do. By itself it keeps them in memory, where a cache is emptied as soon as no page has it open.
#include <stddef.h>
#include <stdlib.h>

void *webkit_website_data_manager_new(const char *option, ...);

void *webkit_website_data_manager_new_ephemeral(void) {
  const char *folder = getenv("WEBKIT_DATA");
  return webkit_website_data_manager_new("base-data-directory", folder, "base-cache-directory",
                                         folder, NULL);
}
