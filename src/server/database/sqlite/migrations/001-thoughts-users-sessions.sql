-- The collection, everyone who has signed in, and their sessions. Times in milliseconds since 1970.
create table "Thoughts-Data" (
  "textID" text not null primary key check (length("textID") = 20),
  "uID" text not null,
  "uName" text not null,
  -- SQLite counts code points: never more than the UTF-16 units that the limit is in.
  "text" text not null check (length("text") between 1 and 150),
  "createdAt" integer not null,
  "uProfile" text not null,
  "version" integer not null check ("version" >= 1)
) strict;

create index "thoughts-newest-first" on "Thoughts-Data" ("createdAt" desc, "textID" desc);

create index "thoughts-by-author" on "Thoughts-Data" ("uID", "createdAt" desc, "textID" desc);

create table "users" (
  "uid" text not null primary key,
  "displayName" text,
  "photoURL" text,
  "email" text,
  "creationTime" integer not null,
  "lastSignInTime" integer not null
) strict;

create table "sessions" (
  "tokenHash" text not null primary key,
  "uid" text not null references "users" ("uid"),
  "createdAt" integer not null,
  "lastSeenAt" integer not null
) strict;
