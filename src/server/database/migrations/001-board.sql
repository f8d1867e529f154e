-- The collection, everyone who has signed in and their sessions. Times in milliseconds since 1970.
-- Ids are compared by bytes, as in the rest of the program.
create table "Thoughts-Data" (
  "textID" text collate "C" not null primary key check (length("textID") = 20),
  "uID" text collate "C" not null,
  "uName" text not null,
  -- Counted in code points, of which there are never more than UTF-16 units, the unit of the limit.
  "text" text not null check (length("text") between 1 and 150),
  "createdAt" bigint not null,
  "uProfile" text not null,
  "version" bigint not null check ("version" >= 1)
);

create index "thoughts-newest-first" on "Thoughts-Data" ("createdAt" desc, "textID" desc);

create index "thoughts-by-author" on "Thoughts-Data" ("uID", "createdAt" desc, "textID" desc);

-- Ids of deleted thoughts, with their authors, so that a late copy of an add stores nothing.
create table "tombstones" (
  "textID" text collate "C" not null primary key,
  "uID" text collate "C" not null
);

create table "users" (
  "uid" text collate "C" not null primary key,
  "displayName" text,
  "photoURL" text,
  "email" text,
  "creationTime" bigint not null,
  "lastSignInTime" bigint not null,
  "issuer" text,
  "emailVerified" integer not null default 0
);

create table "sessions" (
  "tokenHash" text collate "C" not null primary key,
  "uid" text collate "C" not null references "users" ("uid"),
  "issuer" text not null,
  "createdAt" bigint not null,
  "lastSeenAt" bigint not null
);

create index "sessions-by-person" on "sessions" ("uid");

-- Numbered changes of people whose session ended or whose name changed: servers cache both.
create table "people-changes" (
  "number" bigint not null primary key,
  "uid" text collate "C" not null
);

-- People who may not sign in, even those who have not signed in yet.
create table "blocked" (
  "uid" text collate "C" not null primary key
);

-- Facts about the database itself, among them its epoch.
create table "meta" (
  "key" text not null primary key,
  "value" text not null
);
